//! Identifies the account that returns from a provider: exchanges the code and verifies the ID token.

use chrono::DateTime;
use kit::clock::Clock;
use openidconnect::core::{
    CoreIdTokenClaims, CoreIdTokenVerifier, CoreJwsSigningAlgorithm, CoreTokenResponse,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClaimsVerificationError, LocalizedClaim, Nonce,
    OAuth2TokenResponse, PkceCodeVerifier, SignatureVerificationError, TokenResponse,
};
use proto::identity::v1::FinishOidcSignInRequest;
use time::OffsetDateTime;

use super::providers::{Client, Metadata, Provider};
use crate::context::Context;
use crate::email_address;
use crate::error::IdentityError;

const CLOCK_SKEW: i64 = 10_000;
const LONGEST_SUBJECT: usize = 255;
const LONGEST_IMAGE: usize = 2000;
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The verified data of a provider's account.
pub struct ProviderAccount {
    pub subject: String,
    /// The normalized address, if the provider returns a usable one.
    pub email: Option<String>,
    /// Whether the provider has verified the address.
    pub email_verified: bool,
    pub name: Option<String>,
    pub image: Option<String>,
    /// When the person last signed in at the provider, as far as the ID token names it.
    pub authenticated_at: Option<OffsetDateTime>,
}

// ID token and userinfo have the same getters but no type in common.
macro_rules! account {
    ($subject:expr, $claims:expr, $authenticated_at:expr) => {{
        let email = $claims.email().and_then(|email| email_address::normalise(email.as_str()));
        ProviderAccount {
            subject: $subject.to_owned(),
            email_verified: email.is_some() && $claims.email_verified() == Some(true),
            email,
            name: plain($claims.name()).filter(|name| !name.is_empty()),
            image: plain($claims.picture())
                .filter(|image| image.starts_with("https://") && image.len() <= LONGEST_IMAGE),
            authenticated_at: $authenticated_at,
        }
    }};
}

/// Exchanges the code and verifies the tokens.
pub async fn identify(
    ctx: &Context,
    provider: &Provider,
    request: &FinishOidcSignInRequest,
) -> Result<ProviderAccount, IdentityError> {
    let metadata = provider.discover(false).await.map_err(as_answer)?;
    check_issuer(&metadata, request.issuer.as_deref())?;
    let client = provider.client(&metadata)?;
    let tokens: CoreTokenResponse = client
        .exchange_code(AuthorizationCode::new(request.code.clone()))
        .map_err(answer)?
        .set_pkce_verifier(PkceCodeVerifier::new(request.code_verifier.clone()))
        .request_async(&provider.http)
        .await
        .map_err(answer)?;
    let nonce = Nonce::new(request.nonce.clone());
    let claims = match claims(&ctx.clock, &client, &tokens, &nonce) {
        Err(ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::NoMatchingKey,
        )) => {
            let renewed = provider.discover(true).await.map_err(as_answer)?;
            verified_claims(&ctx.clock, &provider.client(&renewed)?, &tokens, &nonce)?
        }
        claims => claims.map_err(answer)?,
    };
    let subject = subject(&claims)?;
    let authenticated_at = authenticated_at(&ctx.clock, &claims);
    if claims.email().is_some() || client.user_info_url().is_none() {
        return Ok(account!(subject, claims, authenticated_at));
    }
    // Many providers return the address only from userinfo.
    let userinfo: CoreUserInfoClaims = client
        .user_info(tokens.access_token().clone(), Some(claims.subject().clone()))
        .map_err(answer)?
        .request_async(&provider.http)
        .await
        .map_err(answer)?;
    Ok(account!(subject, userinfo, authenticated_at))
}

/// The account that an ID token of a client's provider names, for the fuzz targets.
#[cfg(feature = "fuzzing")]
pub(super) fn account_of_answer(
    clock: &Clock,
    client: &Client,
    tokens: &CoreTokenResponse,
    nonce: &Nonce,
) -> Result<ProviderAccount, IdentityError> {
    let claims = verified_claims(clock, client, tokens, nonce)?;
    let subject = subject(&claims)?;
    Ok(account!(subject, claims, authenticated_at(clock, &claims)))
}

/// `auth_time` of the ID token. A clock that is ahead makes no sign-in more recent than now, and the database holds no
/// moment before 4713 BC.
fn authenticated_at(clock: &Clock, claims: &CoreIdTokenClaims) -> Option<OffsetDateTime> {
    let seconds = claims.auth_time()?.timestamp();
    let named = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    Some(named.max(OffsetDateTime::UNIX_EPOCH).min(clock.now()))
}

fn subject(claims: &CoreIdTokenClaims) -> Result<&str, IdentityError> {
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > LONGEST_SUBJECT || subject.contains(char::is_control) {
        return Err(answer("the subject cannot be used"));
    }
    Ok(subject)
}

fn answer(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> IdentityError {
    IdentityError::ProviderAnswer(cause.into())
}

fn as_answer(error: IdentityError) -> IdentityError {
    match error {
        IdentityError::ProviderAway(cause) => IdentityError::ProviderAnswer(cause),
        other => other,
    }
}

// RFC 9207: without it, the response of one provider could be passed off as another's.
fn check_issuer(metadata: &Metadata, named: Option<&str>) -> Result<(), IdentityError> {
    let promised = metadata.additional_metadata().authorization_response_iss_parameter_supported;
    match named {
        Some(named) if named != metadata.issuer().as_str() => {
            Err(answer("another issuer answered"))
        }
        None if promised => Err(answer("the issuer is missing from the answer")),
        _ => Ok(()),
    }
}

fn verified_claims(
    clock: &Clock,
    client: &Client,
    tokens: &CoreTokenResponse,
    nonce: &Nonce,
) -> Result<CoreIdTokenClaims, IdentityError> {
    claims(clock, client, tokens, nonce).map_err(answer)
}

fn claims(
    clock: &Clock,
    client: &Client,
    tokens: &CoreTokenResponse,
    nonce: &Nonce,
) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
    let other = |problem: &str| ClaimsVerificationError::Other(problem.to_owned());
    let token = tokens.id_token().ok_or_else(|| other("there is no ID token"))?;
    let verifier: CoreIdTokenVerifier<'_> =
        client.id_token_verifier().set_allowed_algs(ALGORITHMS).set_time_fn(|| {
            let now = clock.now_milliseconds() - CLOCK_SKEW;
            DateTime::from_timestamp_millis(now).unwrap_or_default()
        });
    let claims = token.claims(&verifier, nonce)?;
    if let Some(expected) = claims.access_token_hash() {
        let algorithm = token.signing_alg().map_err(|_| other("the algorithm is unknown"))?;
        let key =
            token.signing_key(&verifier).map_err(ClaimsVerificationError::SignatureVerification)?;
        let actual = AccessTokenHash::from_token(tokens.access_token(), algorithm, key)
            .map_err(|_| other("the access token cannot be hashed"))?;
        if actual != *expected {
            return Err(other("the access token belongs to another ID token"));
        }
    }
    Ok(claims.clone())
}

fn plain<T>(claim: Option<&LocalizedClaim<T>>) -> Option<String>
where
    T: std::ops::Deref<Target = String>,
{
    let text = claim?.get(None)?;
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    Some(text.trim().to_owned())
}
