use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The environment variable that lists folders and files of plugins, separated as in `PATH`.
pub const PATH_VARIABLE: &str = "GROGNARD_PLUGIN_PATH";

/// Where to look for plugins, in this order. Each place is a library or a folder of libraries.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Places named by the user.
    pub paths: Vec<PathBuf>,
    /// The value of [`PATH_VARIABLE`].
    pub variable: Option<OsString>,
    /// The folder of plugins that comes with the program.
    pub bundled: Option<PathBuf>,
}

impl Search {
    /// The places named by the user, those of the environment, and the bundled folder.
    pub fn standard(paths: Vec<PathBuf>, bundled: Option<PathBuf>) -> Self {
        Self {
            paths,
            variable: env::var_os(PATH_VARIABLE),
            bundled,
        }
    }

    /// All places, in order.
    pub(crate) fn places(&self) -> Vec<PathBuf> {
        let mut places = self.paths.clone();
        if let Some(variable) = &self.variable {
            places.extend(env::split_paths(variable).filter(|path| !path.as_os_str().is_empty()));
        }
        places.extend(self.bundled.clone());
        places
    }
}
