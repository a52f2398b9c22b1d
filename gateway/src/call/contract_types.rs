//! The TypeScript types of inputs and outputs.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use super::output::is_nothing;

/// The TypeScript types of a procedure.
pub(super) struct ContractTypes {
    pub(super) input: fn(&Config) -> String,
    pub(super) output: fn(&Config) -> String,
    pub(super) collect: fn(&mut Declarations),
}

impl ContractTypes {
    pub(super) fn new<I: TS + 'static, O: TS + 'static>() -> Self {
        Self {
            input: name::<I>,
            output: name::<O>,
            collect: |found| {
                found.visit::<I>();
                found.visit::<O>();
            },
        }
    }
}

fn name<T: TS + 'static>(config: &Config) -> String {
    if is_nothing::<T>() { "void".to_owned() } else { T::name(config) }
}

/// The declarations reached so far.
#[derive(Default)]
pub(super) struct Declarations {
    pub(super) config: Config,
    seen: HashSet<TypeId>,
    pub(super) texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let text =
                format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
            let before = self.texts.insert(T::ident(&self.config), text.clone());
            assert!(
                before.is_none_or(|before| before == text),
                "two shapes are named {}",
                T::ident(&self.config)
            );
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
