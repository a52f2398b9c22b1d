//! The end of a process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kit::testing;

#[tokio::test]
async fn attendants_outlive_the_work_and_do_not_delay_the_end() {
    let app = testing::app();
    let (worked, attended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (stopping, work) = (app.stopping(), Arc::clone(&worked));
    app.spawn("work", async move {
        stopping.cancelled().await;
        tokio::task::yield_now().await;
        work.store(true, Ordering::SeqCst);
    });
    let (cut, work, attend) = (app.cut(), Arc::clone(&worked), Arc::clone(&attended));
    app.spawn_attendant("attendant", async move {
        cut.cancelled().await;
        attend.store(work.load(Ordering::SeqCst), Ordering::SeqCst);
    });
    app.stop().await;
    assert!(worked.load(Ordering::SeqCst));
    assert!(attended.load(Ordering::SeqCst), "the attendant ended before the work");
}
