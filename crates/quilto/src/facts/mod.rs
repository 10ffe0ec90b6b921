//! The facts engine: every number an answer states is computed here.
