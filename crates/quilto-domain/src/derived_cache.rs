//! What is worked out of the loaded domains once, however often it is asked for.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was worked out of some domains, a value of each type. A copy begins without any: the domains
/// beside it may be changed.
#[derive(Debug, Default)]
pub struct DerivedCache(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Clone for DerivedCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl DerivedCache {
    /// The value of a type, made when it is first asked for.
    pub fn once<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let key = TypeId::of::<T>();
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().get(&key).cloned();
        if let Some(made) = known.and_then(|made| made.downcast::<T>().ok()) {
            return made;
        }
        // Made outside the lock: making one may ask for another.
        let made = Arc::new(make());
        lock().insert(key, Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        made
    }
}
