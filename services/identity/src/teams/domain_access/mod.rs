//! Access to a team by the domain of an e-mail address, without an invitation: an owner claims the domain and proves it in
//! DNS, and people with an address there are offered the team.

pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod dismiss;
pub(crate) mod get;
pub mod import_mail_hosts;
pub(crate) mod join;
pub mod recheck_job;
pub mod txt_records;
pub(crate) mod withdraw;

pub(crate) mod claims;
pub(crate) mod email_domain;
pub(crate) mod mail_hosts;
pub(crate) mod public_domains;
