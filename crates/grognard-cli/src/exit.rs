use std::process::ExitCode;

/// How the program ends. The numbers are part of what scripts rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done; the order is allowed.
    Good = 0,
    /// The answer is no: the order is refused, a script does not go as it expects, a plugin has a
    /// problem, a clause has no case.
    No = 1,
    /// The rules as known do not settle it.
    Undetermined = 2,
    /// The command line, a scenario, a script or an order cannot be understood.
    BadInput = 64,
    /// A ruleset failed, or the program itself.
    Internal = 70,
    /// A file cannot be read or written.
    File = 74,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    /// The worse of two: refused is worse than undetermined, and not understood is worst.
    pub(crate) fn or_worse(self, other: Self) -> Self {
        let rank = |exit: Self| match exit {
            Self::Good => 0,
            Self::Undetermined => 1,
            Self::No => 2,
            Self::BadInput | Self::Internal | Self::File => 3,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}
