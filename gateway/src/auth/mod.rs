//! The session contract under `/api/auth`.

use axum::Router;

use crate::state::AppState;

/// Everything under `/api/auth`.
pub fn router(_state: AppState) -> Router {
    Router::new()
}
