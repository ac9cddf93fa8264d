use abi_stable::library::{CheckTypeLayout, LibHeader, RootModuleResult};
use abi_stable::marker_type::ErasedPrefix;
use abi_stable::prefix_type::{PrefixRefTrait, WithMetadata};
use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::staticref;
use abi_stable::std_types::{RResult, RStr, RString};
use grognard_core::boundary::{Plugin, PluginRef, RulesBox};
use grognard_core::{Fault, Ruleset};

use crate::guard;

/// A ruleset with the id it is exported under. [`export_ruleset!`](crate::export_ruleset) implements
/// it.
pub trait Exported: Ruleset {
    /// The id; the manifest gives the same one.
    const ID: &'static str;
}

/// Carries the functions of `R` that cross the boundary.
struct Export<R>(R);

impl<R: Exported> Export<R> {
    staticref! {
        const PLUGIN: WithMetadata<Plugin> =
            WithMetadata::new(Plugin { document: Self::document, open: Self::open });
    }

    extern "C" fn document() -> RResult<RString, Fault> {
        guard::document::<R>(R::ID).into()
    }

    extern "C" fn open(rulebook: RStr<'_>) -> RResult<RulesBox, Fault> {
        guard::open::<R>(R::ID, rulebook.as_str())
            .map(|rules| RulesBox::from_value(rules, TD_Opaque))
            .into()
    }

    extern "C" fn module() -> RootModuleResult {
        // SAFETY of the other side: `module_header` names `PluginRef` as what this is cast from.
        let module = plugin_of::<R>().to_prefix_ref();
        RResult::ROk(unsafe { module.cast::<ErasedPrefix>() })
    }
}

/// The ruleset `R` as a plugin: guarded, like one loaded from a library.
pub fn plugin_of<R: Exported>() -> PluginRef {
    PluginRef(Export::<R>::PLUGIN.as_prefix())
}

/// What a plugin library exports for abi_stable: the layout of every type that crosses, and the way
/// to the plugin's functions.
pub const fn module_header<R: Exported>() -> LibHeader {
    // SAFETY: `Export::module` gives a `PluginRef` cast to the erased type.
    unsafe { LibHeader::from_constructor::<PluginRef>(Export::<R>::module, CheckTypeLayout::Yes) }
}

/// What the expansion of [`export_ruleset!`](crate::export_ruleset) names.
#[doc(hidden)]
pub mod exported {
    pub use abi_stable::library::LibHeader;
    pub use grognard_core::Handshake;
    pub use grognard_core::boundary::PluginRef;
}

/// Exports a type that implements [`Ruleset`] as the plugin of its crate.
///
/// The crate is a `cdylib` to be loaded, and also an `rlib` when programs or tests link it. The
/// macro stands once in a crate, at its root; it defines
///
/// * `pub fn plugin() -> PluginRef`, for programs that link the crate and hand it to a registry;
/// * the two symbols a host looks for in the library. Their names end in the crate's name, so
///   several plugins can be linked into one program.
///
/// ```
/// #![forbid(unsafe_code)] // the macro brings what it needs
/// use grognard_sdk::prelude::*;
///
/// struct Chess;
///
/// impl Ruleset for Chess {
///     fn document() -> Result<Document, Fault> {
///         Err(Fault::rulebook("manifest.toml: not written yet"))
///     }
///     fn open(_: &Rulebook) -> Result<Self, Fault> {
///         Ok(Self)
///     }
///     fn enlist(&self, draft: Unit) -> Result<Unit, Fault> {
///         Ok(draft)
///     }
///     fn layout(&self, unit: &Unit, _: &Id) -> Result<Layout, Fault> {
///         Err(Fault::not_possible(format!("`{}` knows no formations", unit.id)))
///     }
///     fn motion(&self, _: &Situation<'_>, _: &Unit, _: &Id) -> Result<MotionLaw, Fault> {
///         Err(Fault::not_possible("nothing moves"))
///     }
///     fn rule(&self, _: &Situation<'_>, _: &Order) -> Ruling {
///         Ruling::default()
///     }
/// }
///
/// grognard_sdk::export_ruleset!(Chess, id = "chess");
///
/// # fn main() {
/// let fault = plugin().document()().into_result().unwrap_err();
/// assert_eq!(fault.message.as_str(), "manifest.toml: not written yet");
/// # }
/// ```
#[macro_export]
macro_rules! export_ruleset {
    ($ruleset:ty, id = $id:expr $(,)?) => {
        impl $crate::Exported for $ruleset {
            const ID: &'static str = $id;
        }

        /// The ruleset as a plugin, guarded, for programs that link this crate.
        pub fn plugin() -> $crate::exported::PluginRef {
            $crate::plugin_of::<$ruleset>()
        }

        const _: () = {
            // The names begin as `Handshake::SYMBOL` and `Handshake::MODULE` say.
            #[unsafe(export_name = concat!("grognard_handshake_", env!("CARGO_CRATE_NAME")))]
            static HANDSHAKE: $crate::exported::Handshake = $crate::handshake($id);
            #[unsafe(export_name = concat!("grognard_module_", env!("CARGO_CRATE_NAME")))]
            static MODULE: $crate::exported::LibHeader = $crate::module_header::<$ruleset>();
        };
    };
}
