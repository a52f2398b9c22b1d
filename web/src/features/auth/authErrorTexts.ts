export type AuthError = { title: string; text: string };

const operator: AuthError = {
  title: "Sign-in is not set up correctly",
  text: "Your account is not affected. The operator of this installation must correct its configuration.",
};
const provider: AuthError = {
  title: "The sign-in with this provider failed",
  text: "The provider's answer was missing, too old or could not be verified. Try again, or sign in another way.",
};
const notLinked: AuthError = {
  title: "This e-mail address is already in use",
  text: "Sign in with the method you used first. After that, you can use the provider to sign in to the same account.",
};
const linkedElsewhere: AuthError = {
  title: "This account is linked to another user",
  text: "To link it here, sign in as that user and remove it from the linked accounts (Settings, Sessions). Or link another account.",
};
const account: AuthError = {
  title: "The account could not be created",
  text: "Try again in a moment, or sign in another way.",
};
const unknown: AuthError = {
  title: "Sign-in failed",
  text: "Something unexpected happened while signing you in. Try again.",
};

/** Every error name that can arrive in an address, and what it means to the person who sees it. */
export const authErrors: Record<string, AuthError> = {
  Signin: { title: "Sign-in could not be started", text: "Try again, or sign in another way." },
  OAuthSignin: {
    title: "The provider cannot be reached",
    text: "The sign-in with this provider could not be started. Try again later, or sign in another way.",
  },
  OAuthCallback: provider,
  OAuthCreateAccount: account,
  EmailCreateAccount: account,
  Callback: {
    title: "The sign-in was not completed",
    text: "It was cancelled or refused at the provider. Try again, or sign in another way.",
  },
  OAuthAccountNotLinked: notLinked,
  EmailSignin: {
    title: "The sign-in mail could not be sent",
    text: "Check the address and try again. After several attempts, wait a few minutes.",
  },
  CredentialsSignin: {
    title: "The sign-in details were not accepted",
    text: "Check what you entered and try again.",
  },
  SessionRequired: {
    title: "Sign in to continue",
    text: "This page requires you to sign in. You return to it afterwards.",
  },
  FreshSignInRequired: {
    title: "Sign in again to link an account",
    text: "Linking an account needs a recent sign-in. Sign in again, then link the account.",
  },
  SignInNotRecent: {
    title: "The provider did not confirm a recent sign-in",
    text: "This change requires a sign-in within the last few minutes. The provider reported an earlier sign-in, or no time of sign-in. Sign in again another way.",
  },
  AnotherUser: {
    title: "This sign-in belongs to another account",
    text: "Sign in again to the account that you are using: with one of its passkeys, its linked accounts or its e-mail address.",
  },
  TooManyAttempts: {
    title: "Too many attempts",
    text: "Wait a few minutes, then try again, or sign in another way.",
  },
  AccessDenied: {
    title: "Access denied",
    text: "This account is not allowed to sign in here. If you did not expect this, contact the operator of this installation.",
  },
  AccountDeactivated: {
    title: "This account is deactivated",
    text: "You cannot sign in to it at present. Its data is kept. If you did not expect this, contact the operator of this installation.",
  },
  Passkey: {
    title: "The passkey was not accepted",
    text: "It may have been removed from your account, or the request took too long. Try again, or sign in another way.",
  },
  RecoveryCode: {
    title: "This recovery code is not valid",
    text: "Check the code. Each code works once, and new codes replace all earlier ones.",
  },
  SecondFactorExpired: {
    title: "This sign-in has expired",
    text: "It was completed, took too long or had too many attempts. Sign in again.",
  },
  Verification: {
    title: "This sign-in link no longer works",
    text: "It has expired or was already used. Each link works once; request a new one.",
  },
  Configuration: operator,
  MISSING_NEXTAUTH_API_ROUTE_ERROR: operator,
  NO_SECRET: operator,
  EMAIL_REQUIRES_ADAPTER_ERROR: operator,
  MISSING_ADAPTER_METHODS_ERROR: operator,
  CALLBACK_CREDENTIALS_JWT_ERROR: operator,
  CALLBACK_CREDENTIALS_HANDLER_ERROR: {
    title: "The sign-in details could not be checked",
    text: "The check failed for a technical reason; your details may be correct. Try again in a moment.",
  },
  INVALID_CALLBACK_URL_ERROR: {
    title: "The return address is not valid",
    text: "The sign-in request contains a return address that is not allowed. Start again from the sign-in page.",
  },
  OAuthCallbackError: provider,
  AccountNotLinkedError: notLinked,
  UnknownError: unknown,
};

/** The errors that mean something else to a user who is signed in. */
const signedInErrors: Record<string, AuthError> = {
  OAuthAccountNotLinked: linkedElsewhere,
};

const byLowerCase = (errors: Record<string, AuthError>) =>
  new Map(Object.entries(errors).map(([name, error]) => [name.toLowerCase(), error]));

const ofVisitors = byLowerCase(authErrors);
const ofUsers = new Map([...ofVisitors, ...byLowerCase(signedInErrors)]);

/** The text of an error by its name; unknown names get the general one. */
export function explainAuthError(name: string | undefined, signedIn = false): AuthError {
  return (signedIn ? ofUsers : ofVisitors).get((name ?? "").toLowerCase()) ?? unknown;
}
