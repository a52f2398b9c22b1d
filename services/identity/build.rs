//! Compiles the migrations in anew when one is added.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
