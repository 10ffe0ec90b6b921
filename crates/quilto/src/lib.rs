//! Quilto turns scribbled notes into answers. It knows nothing of any subject: a domain is a
//! folder of data.

pub mod agents;
pub mod checkpoint;
pub mod domain;
pub mod engine;
pub mod facts;
pub mod machine;
pub mod model;
pub mod runner;
pub mod storage;
pub mod text;
