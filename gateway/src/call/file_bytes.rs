//! Bounds the bytes of the answers from which files are written, which are held as long as their readers take.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use kit::budget::{Budget, Held};

use super::caller_budgets::CallerBudgets;
use super::principal::Principal;

/// Answers up to this size do not wait for bytes when files are written from them.
const SMALL_FILE: usize = 256 << 10;

/// A half of the bytes of all answers, so that slow readers of files leave the other half to screens. Visitors without a
/// session have two thirds of it together, so that users find the rest; each address or user has one third, and a network
/// two thirds with all of its users, so that the largest file of another one still has its third.
pub struct FileBytes {
    answers: Arc<Budget>,
    files: Arc<Budget>,
    of_addresses: Arc<Budget>,
    by_caller: CallerBudgets,
    by_network: CallerBudgets,
}

/// The bytes of one file, returned when dropped.
pub struct FileHold(Vec<Held>);

impl FileBytes {
    /// A part of the budget of all answers, which has `most` bytes.
    pub fn new(answers: Arc<Budget>, most: usize) -> Self {
        let third = most / 2 / 3;
        Self {
            answers,
            files: Budget::new(3 * third),
            of_addresses: Budget::new(2 * third),
            by_caller: CallerBudgets::new(third),
            by_network: CallerBudgets::new(2 * third),
        }
    }

    /// Takes an estimate of the bytes of a file for a holder in a network, and waits for them so long; none if they were not
    /// returned by then.
    pub async fn take(
        &self,
        holder: Principal,
        network: IpAddr,
        bytes: usize,
        longest: Duration,
    ) -> Option<FileHold> {
        let is_address = holder.is_address();
        let of_network = self.by_network.budget_for(Principal::Address(network));
        let mut budgets = vec![self.by_caller.budget_for(holder), of_network];
        if is_address {
            budgets.push(Arc::clone(&self.of_addresses));
        }
        budgets.extend([Arc::clone(&self.files), Arc::clone(&self.answers)]);
        // The queue of files limits how many there are at a time.
        if bytes <= SMALL_FILE {
            return Some(FileHold(budgets.iter().map(|budget| budget.add(bytes)).collect()));
        }
        let taking = async {
            let mut held = Vec::with_capacity(budgets.len());
            for budget in &budgets {
                held.push(budget.take(bytes, longest).await?);
            }
            Some(FileHold(held))
        };
        tokio::time::timeout(longest, taking).await.ok().flatten()
    }
}

impl FileHold {
    /// Replaces the estimate by the measured size.
    pub fn correct(&mut self, bytes: usize) {
        for held in &mut self.0 {
            held.correct(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;
    const WAIT: Duration = Duration::from_secs(10);

    fn at(last: u8) -> (Principal, IpAddr) {
        let address = [192, 0, 2, last].into();
        (Principal::at(address), address)
    }

    /// A user at an address of their own.
    fn by(user: u8) -> (Principal, IpAddr) {
        (Principal::User(user.to_string()), [198, 51, 100, user].into())
    }

    async fn take(
        files: &FileBytes,
        (holder, network): (Principal, IpAddr),
        bytes: usize,
    ) -> Option<FileHold> {
        files.take(holder, network, bytes, WAIT).await
    }

    #[tokio::test(start_paused = true)]
    async fn no_number_of_accounts_at_one_address_holds_all_bytes() {
        let answers = Budget::new(96 * MIB);
        let files = FileBytes::new(Arc::clone(&answers), 96 * MIB);
        let near = |user: u8| (Principal::User(user.to_string()), IpAddr::from([203, 0, 113, 1]));
        let mut held = Vec::new();
        for user in 1..=2 {
            held.push(take(&files, near(user), 16 * MIB).await.unwrap());
        }
        assert!(take(&files, near(3), MIB).await.is_none(), "the share of the network");
        let visitor = (Principal::at(near(1).1), near(1).1);
        assert!(take(&files, visitor, MIB).await.is_none(), "visitors there count, too");
        held.push(take(&files, at(1), 16 * MIB).await.unwrap());
        held.remove(0);
        assert!(take(&files, near(3), 16 * MIB).await.is_some(), "the bytes are returned");
    }

    #[tokio::test(start_paused = true)]
    async fn slow_readers_leave_bytes_to_users_and_to_screens() {
        let answers = Budget::new(96 * MIB);
        let files = FileBytes::new(Arc::clone(&answers), 96 * MIB);
        let mut held = Vec::new();
        for address in 1..=2 {
            held.push(take(&files, at(address), 16 * MIB).await.unwrap());
            assert!(take(&files, at(address), MIB).await.is_none(), "the share of an address");
        }
        assert!(take(&files, at(3), MIB).await.is_none(), "the share of all addresses");
        held.push(take(&files, by(1), 16 * MIB).await.unwrap());
        assert!(take(&files, by(2), MIB).await.is_none(), "the share of all files");
        held.push(take(&files, at(3), SMALL_FILE).await.unwrap());
        assert_eq!(answers.held(), 48 * MIB + SMALL_FILE);
        drop(held);
        assert_eq!(answers.held(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_waits_for_the_sizes_of_those_before_it() {
        let answers = Budget::new(96 * MIB);
        let files = FileBytes::new(Arc::clone(&answers), 96 * MIB);
        let mut first = take(&files, at(1), 16 * MIB).await.unwrap();
        let (second, ()) = tokio::join!(take(&files, at(1), 15 * MIB), async {
            tokio::time::sleep(WAIT / 2).await;
            first.correct(MIB);
        });
        assert!(second.is_some());
        assert_eq!(answers.held(), 16 * MIB);
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_waits_while_screens_hold_all_bytes() {
        let answers = Budget::new(96 * MIB);
        let files = FileBytes::new(Arc::clone(&answers), 96 * MIB);
        let screens = answers.take(96 * MIB, WAIT).await.unwrap();
        assert!(take(&files, at(1), MIB).await.is_none());
        drop(screens);
        assert!(take(&files, at(1), 16 * MIB).await.is_some(), "it kept nothing");
    }
}
