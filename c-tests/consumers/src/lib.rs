//! Empty: the package is there for its dependencies' sources.
