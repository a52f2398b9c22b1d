//! Access to a team by the domain of an e-mail address, without an invitation: an owner claims the domain and proves it in
//! DNS, and people with an address there are offered the team.

pub mod check;
pub mod claim;
pub mod dismiss;
pub mod get;
pub mod import_mail_hosts;
pub mod join;
pub mod recheck_job;
pub mod txt_records;
pub mod withdraw;

pub(crate) mod claims;
pub(crate) mod email_domain;
pub(crate) mod mail_hosts;
pub(crate) mod public_domains;
