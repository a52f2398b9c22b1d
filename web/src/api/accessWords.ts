// Generated from the gateway's registry by `make contract`. Do not edit.

import type {
  AccessAuditAction,
  Action,
  ConditionVerdict,
  Dimension,
  Endpoint,
  FileFormat,
  KeyObstacle,
  Obstacle,
  VisiblePart,
} from "./contract";

export const accessAuditActionLabels: Record<AccessAuditAction, string> = {
  "role.created": "Role created",
  "role.updated": "Role updated",
  "role.disabled": "Role disabled",
  "role.enabled": "Role enabled",
  "policy.created": "Policy created",
  "policy.updated": "Policy updated",
  "policy.archived": "Policy archived",
  "policy.deleted": "Draft deleted",
  "policy_assignment.created": "Policy assigned",
  "policy_assignment.updated": "Assignment updated",
  "policy_assignment.removed": "Assignment removed",
  "user_role.created": "Role granted to a user",
  "user_role.updated": "Role of a user updated",
  "user_role.ended": "Role of a user ended",
  "organization_role.created": "Role granted to an organization",
  "organization_role.updated": "Role of an organization updated",
  "organization_role.ended": "Role of an organization ended",
  "api_key.created": "API key created",
  "api_key.updated": "API key updated",
  "api_key.rotated": "API key replaced",
  "api_key.revoked": "API key revoked",
  "api_key.disabled": "API key disabled",
  "api_key.enabled": "API key enabled",
  "api_key.leaked": "API key found in public and revoked",
  "calls.refused": "Calls for data refused",
  "calls.allowed": "Calls for data allowed (1 in 100)",
};

export const actionLabels: Record<Action, string> = {
  "list": "List",
  "read": "Read",
  "timeseries": "Time series",
  "aggregate": "Aggregate",
  "export": "Export",
  "stream": "Stream",
};

export const conditionVerdictLabels: Record<ConditionVerdict, string> = {
  "met": "Met",
  "partly": "Met by some",
  "not_met": "Not met",
};

export const dimensionLabels: Record<Dimension, string> = {
  "asset_class": "Asset class",
  "platform": "Platform",
  "network": "Network",
  "issuer": "Issuer",
  "protocol": "Protocol",
  "asset": "Asset",
  "measure": "Measure",
  "sector": "Sector",
  "region": "Region",
  "token_type": "Token type",
};

export const endpointLabels: Record<Endpoint, string> = {
  "protocols": "Protocols",
  "service_providers": "Service providers",
  "investments": "Investments",
  "issuers": "Issuers",
  "transactions": "Transactions",
  "assets": "Assets",
  "networks": "Networks",
  "tokens": "Tokens",
  "asset_timeseries": "Asset time series",
  "protocol_timeseries": "Protocol time series",
  "platforms": "Platforms",
  "managers": "Managers",
  "pools": "Pools",
  "loans": "Loans",
  "jurisdictions": "Jurisdictions",
  "reference": "Reference data",
};

export const fileFormatLabels: Record<FileFormat, string> = {
  "csv": "CSV",
  "ndjson": "NDJSON",
  "xlsx": "XLSX",
  "parquet": "Parquet",
};

export const keyObstacleLabels: Record<KeyObstacle, string> = {
  "not_created": "The key was created later",
  "revoked": "The key was revoked",
  "expired": "The key has expired",
  "disabled": "The key is disabled",
  "owner_deactivated": "The account of its owner is deactivated",
  "address": "The address is in none of the networks of the key",
  "address_unknown": "The key has networks, and the address of the caller is unknown",
};

export const obstacleLabels: Record<Obstacle, string> = {
  "role_disabled": "The role is disabled",
  "role_not_held_yet": "The caller holds the role later",
  "role_no_longer_held": "The caller no longer holds the role",
  "assignment_disabled": "The assignment is disabled",
  "assignment_not_started": "The assignment starts later",
  "assignment_expired": "The assignment has expired",
  "policy_draft": "The policy is a draft",
  "policy_archived": "The policy is archived",
  "policy_not_started": "The policy starts later",
  "policy_expired": "The policy has expired",
  "address": "The address is in none of the networks of the policy",
  "endpoint": "The policy is about other endpoints",
  "action": "The policy is about other actions",
  "invalid": "The policy is not valid",
};

export const actionMeanings: Record<Action, string> = {
  "list": "Lists of records, their counts and groups",
  "read": "Single records",
  "timeseries": "Values over time of single records",
  "aggregate": "Sums and averages over records",
  "export": "Files and data sets",
  "stream": "Changes as they happen",
};

export const visiblePartMeanings: Record<VisiblePart, string> = {
  "all": "Everything selected is visible",
  "part": "Some of what is selected may be hidden",
  "nothing": "Nothing selected is visible",
};

export const endpointDimensions: Record<Endpoint, ReadonlyArray<Dimension>> = {
  protocols: ["asset_class", "network", "protocol"],
  service_providers: ["region"],
  investments: ["asset_class", "platform", "network", "issuer", "asset"],
  issuers: ["issuer", "region"],
  transactions: ["asset_class", "platform", "network", "asset"],
  assets: ["asset_class", "platform", "network", "issuer", "protocol", "asset", "sector", "region"],
  networks: ["network"],
  tokens: ["asset_class", "platform", "network", "issuer", "protocol", "asset", "sector", "region", "token_type"],
  asset_timeseries: ["asset_class", "platform", "network", "issuer", "protocol", "asset", "measure", "sector", "region"],
  protocol_timeseries: ["asset_class", "network", "protocol", "measure"],
  platforms: ["asset_class", "platform", "network"],
  managers: ["region"],
  pools: ["platform", "network", "protocol", "asset", "region"],
  loans: ["asset_class", "platform", "network", "issuer", "protocol", "asset", "region"],
  jurisdictions: ["region"],
  reference: [],
};

export const apiKeyPattern = "ak_(live|test)_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}";
export const endedKeyDays = 90;
export const keyExpiryNoticeDays = 14;
export const longestKeyDays = 730;
export const longestKeyName = 64;
export const mostKeyScopes = 20;
export const unusedKeyDays = 180;
export const unusedKeyNoticeDays = 90;
export const usualKeyDays = 365;
