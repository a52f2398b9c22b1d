// Generated from the gateway's registry by `make contract`. Do not edit.

export type AcceptInvitationResponse = { organization_id: string, };

/**
 * The action of an audit entry.
 */
export type AccessAuditAction = "role.created" | "role.updated" | "role.disabled" | "role.enabled" | "policy.created" | "policy.updated" | "policy.archived" | "policy.deleted" | "policy_assignment.created" | "policy_assignment.updated" | "policy_assignment.removed" | "user_role.created" | "user_role.updated" | "user_role.ended" | "organization_role.created" | "organization_role.updated" | "organization_role.ended" | "api_key.created" | "api_key.updated" | "api_key.rotated" | "api_key.revoked" | "api_key.disabled" | "api_key.enabled" | "api_key.leaked" | "calls.refused" | "calls.allowed";

/**
 * An entry of the audit history, which is never altered: a change, an attempt that was refused, or calls for data.
 */
export type AccessAuditEntry = { id: string, 
/**
 * The day (UTC) of the chain, and the place in it.
 */
day: string, number: number, made_at: string, 
/**
 * The actor; absent if it was the installation itself, for calls of visitors who are not signed in, and for those with a key of
 * an organization.
 */
actor_id: string | null, action: AccessAuditAction, kind: RecordKind, 
/**
 * The record; absent if its creation was refused.
 */
record_id: string | null, 
/**
 * The version of the record after the change.
 */
record_version: number | null, 
/**
 * The user whose role it is.
 */
user_id: string | null, 
/**
 * The organization whose role it is, or in which the user has it.
 */
organization_id: string | null, 
/**
 * The changed fields; of a refused attempt, the requested values.
 */
changes: Array<FieldChange>, reason: string | null, 
/**
 * Why the attempt was refused; absent if the change was made.
 */
refusal: string | null, 
/**
 * The trace of the request, to find it in logs.
 */
trace_id: string | null, 
/**
 * The SHA-256 of this entry and all earlier ones, as hexadecimal digits.
 */
hash: string, };

/**
 * A decision, and how it came to be.
 */
export type AccessDecision = { is_allowed: boolean, 
/**
 * Why the call is denied, such as `policy.not_allowed`; absent if it is allowed.
 */
denial_reason: string | null, 
/**
 * Every way from the roles of the caller to a policy, also those without effect.
 */
links: Array<PolicyLink>, 
/**
 * The scope of the caller: the union of the permissions, without the exclusions.
 */
permissions: Array<Permission>, exclusions: Array<Exclusion>, 
/**
 * The part of the selection that is visible; absent if the call is denied.
 */
visibility: VisiblePart | null, 
/**
 * The dimensions that hide something of the selection, and whether its days or its interval do.
 */
narrowed_by: Array<Dimension>, is_narrowed_by_days: boolean, is_narrowed_by_interval: boolean, 
/**
 * The limits of the call; absent if it is denied.
 */
limits: Limits | null, 
/**
 * The epoch of the roles and policies.
 */
epoch: number, 
/**
 * The API key that makes the call; absent for other callers.
 */
key: KeyResult | null, 
/**
 * The last roles that the caller no longer holds, the latest first; at most 50.
 */
ended_roles: Array<EndedRole>, };

/**
 * A set of policies that users and organizations hold.
 */
export type AccessRole = { id: string, version: number, 
/**
 * Lower-case letters, digits, dots, dashes and underscores.
 */
name: string, display_name: string, description: string, kind: RoleKind, managed: boolean, status: AccessStatus, created_at: string, created_by: string | null, updated_at: string, updated_by: string | null, };

/**
 * Whether a role or an assignment has effect.
 */
export type AccessStatus = "active" | "disabled";

/**
 * The data that all services keep about a person, as files that can be downloaded for a day.
 */
export type AccountExport = { id: string, state: ExportState, sections_done: number, section_count: number, requested_at: string, 
/**
 * Until when it can be downloaded; absent if there are no files.
 */
expires_at: string | null, 
/**
 * The size of the JSON file; absent if there is none.
 */
json_bytes: number | null, 
/**
 * The size of the archive of CSV files; absent if there is none.
 */
csv_bytes: number | null, };

/**
 * Whether a user may sign in.
 */
export type AccountState = "active" | "deactivated";

/**
 * How a user learned about the product.
 */
export type AcquisitionChannel = "" | "News or Blog Article" | "Twitter" | "LinkedIn" | "Word of Mouth" | "Search Engine" | "Podcast" | "Event or Conference" | "Government Organization" | "Industry Association" | "Prefer Not To Say" | "Other";

/**
 * The kind of use that a caller makes of an endpoint.
 */
export type Action = "list" | "read" | "timeseries" | "aggregate" | "export" | "stream";

/**
 * An action at an endpoint.
 */
export type ActionAtEndpoint = { action: Action, endpoint: Endpoint, };

export type AddOrganizationMemberResponse = { user_id: string, };

/**
 * The passkey that the browser created.
 */
export type AddPasskey = { name: string, 
/**
 * RegistrationResponseJSON of WebAuthn, as text.
 */
credential: string, };

/**
 * The kind of an address.
 */
export type AddressKind = "wallet" | "contract" | "bridge" | "escrow" | "burn";

/**
 * Groups of rows instead of rows.
 */
export type Aggregate = { 
/**
 * The field to group by; by default all rows are one group.
 */
groupBy?: string | null, 
/**
 * The aggregate function for the values of `field`. Rows are always counted.
 */
aggregateFunction?: AggregateFunction | null, field?: string | null, 
/**
 * The time span of a group, if `groupBy` is a day or an instant.
 */
interval?: Interval | null, 
/**
 * For resources with a history.
 */
mode?: AggregateMode | null, 
/**
 * The most groups in the answer, 1 to 1,000; 100 by default.
 */
groupLimit?: number | null, };

/**
 * The provenance of a number of an aggregate.
 */
export type AggregateExplanation = { measure_slug: string, measure_name: string, kind: MeasureKind, unit: string, definition: string, method_version: string, 
/**
 * The formula of a derived measure or a share.
 */
formula: string | null, interval: SeriesInterval, 
/**
 * The first and the last day of the interval within the requested range.
 */
from: string, to: string, 
/**
 * The key of the group in the answer.
 */
group_key: string | null, is_other: boolean, 
/**
 * Whether it is the total.
 */
is_total: boolean, 
/**
 * As in the answer.
 */
value: number | null, method: AggregateMethod, 
/**
 * The same in words.
 */
composition: string, 
/**
 * The measure of the members: the requested one, or the one that it is a share of.
 */
member_measure_slug: string, 
/**
 * The measure that weights the average.
 */
weight_slug: string | null, 
/**
 * Whether items shared by several members are counted more than once.
 */
counts_twice: boolean, has_sample: boolean, 
/**
 * The number of members, of those that had begun, and of those with a value.
 */
member_count: number, begun_count: number, value_count: number, 
/**
 * As in the answer.
 */
coverage: number | null, 
/**
 * How many members lack a value because it is withheld; for a running sum, in any interval so far.
 */
withheld_count: number, 
/**
 * Up to 20 of them, as in the answer.
 */
withheld: Array<WithheldMember>, 
/**
 * Up to 20 members with the largest values, or with the largest weights in a weighted average.
 */
members: Array<AggregateMember>, 
/**
 * The number of further members.
 */
more_members: number, share: ShareExplanation | null, 
/**
 * The newest day with a value of any member up to the end of the interval: in the range, or before it if the value is
 * carried into the range.
 */
last_date: string | null, 
/**
 * Its age in days at the end of the interval.
 */
age_days: number | null, 
/**
 * For how many days it is carried. After them the number is stale, even if values of members with rarer updates are still
 * carried.
 */
carry_days: number, is_stale: boolean, 
/**
 * The results of the checks at the import; for a derived measure, those of its inputs.
 */
checks: Array<CheckCount>, 
/**
 * All loads with values of the members, the oldest first; for shares, of all members together.
 */
loads: Array<Load>, 
/**
 * When the newest part of the listed members became known.
 */
members_known_at: string | null, 
/**
 * When the values were last compared with the database.
 */
current_at: string, 
/**
 * The instant at which the number was known.
 */
known_at: string, 
/**
 * How many members are left out of the whole answer, because the licence of their values does not allow to show them to the
 * caller.
 */
restricted_count: number, 
/**
 * How many feeder funds the number leaves out, because their money counts in their master funds; a share those of all
 * groups.
 */
feeder_count: number, 
/**
 * Up to 20 of them, by slug.
 */
feeders: Array<FeederFund>, };

export type AggregateFunction = "sum" | "avg" | "min" | "max" | "countDistinct";

/**
 * One of the series in a number of an aggregate.
 */
export type AggregateMember = { series_id: number, subject_kind: SubjectKind, subject_slug: string, subject_name: string, 
/**
 * The network, if the series belongs to one.
 */
network_slug: string | null, measure_slug: string, source: string, is_sample: boolean, 
/**
 * Null if it has no value there.
 */
counted: CountedValue | null, 
/**
 * For a change, its value before the interval.
 */
before: CountedValue | null, 
/**
 * When its newest part became known.
 */
known_at: string | null, 
/**
 * The inputs of a derived number of a single day; for a token with the number of its asset, those of the asset.
 */
inputs: Array<MemberInput>, };

/**
 * How an aggregate is computed from the values of its members.
 */
export type AggregateMethod = "sum" | "weighted_average" | "average" | "alone" | "share" | "share_change" | "concentration" | "top_share";

/**
 * The value of an interval, for resources with a history.
 */
export type AggregateMode = "stock" | "flow";

/**
 * A key without its secret.
 */
export type ApiKey = { 
/**
 * Eight letters and digits, which are part of the key itself.
 */
id: string, version: number, name: string, 
/**
 * Whether its text begins with `ak_test_`.
 */
is_test: boolean, 
/**
 * The user for whom it acts; absent for a key of the organization.
 */
user_id: string | null, 
/**
 * The organization in which it acts.
 */
organization_id: string, scopes: Array<ApiKeyScope>, ip_cidrs: Array<string>, 
/**
 * The last letters of the secret.
 */
last_four: string, created_at: string, created_by: string | null, expires_at: string, 
/**
 * The minute of its last use.
 */
last_used_at: string | null, status: ApiKeyStatus, revoked_at: string | null, revocation_reason: RevocationReason | null, 
/**
 * The key that replaces it.
 */
successor_id: string | null, 
/**
 * Whether an administrator disabled it, so that its owner cannot enable or replace it.
 */
is_disabled_by_administrator: boolean, };

/**
 * The values of a key that its owner sets.
 */
export type ApiKeyInput = { name: string, scopes?: Array<ApiKeyScope>, 
/**
 * The networks from which it is used; empty for all.
 */
ip_cidrs: Array<string>, 
/**
 * Within two years; a year after the creation if it is left out.
 */
expires_at?: string | null, };

/**
 * A part of the data of its owner that a key is for. A key without scopes is for all of it, and no scope widens it.
 */
export type ApiKeyScope = { actions: Array<Action>, endpoints: Array<Endpoint>, where?: Array<Condition>, };

/**
 * Whether a key can be used.
 */
export type ApiKeyStatus = "active" | "disabled" | "revoked";

/**
 * The calls of a key on one day.
 */
export type ApiKeyUse = { 
/**
 * The day in UTC, YYYY-MM-DD.
 */
day: string, calls: number, 
/**
 * The calls that were refused.
 */
refused: number, };

/**
 * Ends the effect of a policy for good.
 */
export type ArchivePolicyRequest = { id: string, version: number, reason?: string | null, };

/**
 * A news article: headline, link and a short excerpt.
 */
export type Article = { id: number, slug: string, name: string, 
/**
 * Address of the publication.
 */
url: string, 
/**
 * Publisher.
 */
publisher: string, 
/**
 * Feed that contained the article.
 */
feed_id: number | null, feed_slug: string | null, feed_name: string | null, 
/**
 * Time of publication.
 */
published_at: string, 
/**
 * Excerpt.
 */
excerpt: string | null, 
/**
 * Topics covered.
 */
topics: Array<string>, 
/**
 * Assets mentioned.
 */
asset_slugs: Array<string>, 
/**
 * Issuers mentioned.
 */
issuer_slugs: Array<string>, 
/**
 * Platforms mentioned.
 */
platform_slugs: Array<string>, 
/**
 * Networks mentioned.
 */
network_slugs: Array<string>, 
/**
 * Asset classes mentioned.
 */
asset_class_slugs: Array<string>, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

/**
 * An asset that is tokenized: a share, a fund, a loan book, a stablecoin.
 */
export type Asset = { id: number, slug: string, name: string, 
/**
 * Ticker symbol.
 */
symbol: string | null, 
/**
 * Asset class.
 */
asset_class_id: number, asset_class_slug: string, asset_class_name: string, 
/**
 * Economic sector.
 */
sector_id: number | null, sector_slug: string | null, sector_name: string | null, 
/**
 * Legal entity that issues the asset.
 */
issuer_id: number | null, issuer_slug: string | null, issuer_name: string | null, 
/**
 * Asset manager.
 */
manager_id: number | null, manager_slug: string | null, manager_name: string | null, 
/**
 * Platform that tokenized the asset.
 */
platform_id: number | null, platform_slug: string | null, platform_name: string | null, 
/**
 * Lending protocol that the asset belongs to.
 */
protocol_id: number | null, protocol_slug: string | null, protocol_name: string | null, 
/**
 * Jurisdiction of issue.
 */
country_code: string | null, country_name: string | null, 
/**
 * Life-cycle status reported by the source.
 */
status: string, 
/**
 * Date on which the asset ended.
 */
ended_on: string | null, 
/**
 * Description of the asset.
 */
description: string | null, 
/**
 * Website of the asset.
 */
website: string | null, 
/**
 * Colour in charts.
 */
color: string | null, 
/**
 * Currency that a stablecoin is pegged to.
 */
peg_currency: string | null, 
/**
 * Mechanism that maintains the peg.
 */
peg_mechanism: string | null, 
/**
 * Whether the asset pays or accrues a yield.
 */
is_yield_bearing: boolean | null, 
/**
 * Whether income is distributed to holders.
 */
distributes_income: boolean | null, 
/**
 * Whether units can be issued and redeemed continuously.
 */
is_open_ended: boolean | null, 
/**
 * Whether the asset is open to new investment.
 */
is_investable: boolean | null, 
/**
 * Ticker of the underlying asset.
 */
underlying_ticker: string | null, 
/**
 * Name of the underlying asset.
 */
underlying_name: string | null, 
/**
 * Quantity of the underlying that one token represents.
 */
unit: string | null, 
/**
 * Inception date.
 */
inception_on: string | null, 
/**
 * Precision of the inception date.
 */
inception_precision: string | null, 
/**
 * Date on which a data provider first listed the asset; not the launch date.
 */
first_tracked_on: string | null, 
/**
 * Whether the first-tracked date refers to the asset or to the adapter of its platform.
 */
first_tracked_scope: string | null, 
/**
 * International Securities Identification Number (ISIN).
 */
isin: string | null, 
/**
 * CUSIP identifier of North American securities.
 */
cusip: string | null, 
/**
 * Identifier at CoinGecko.
 */
coingecko_id: string | null, 
/**
 * Identifier at CoinMarketCap.
 */
coinmarketcap_id: string | null, 
/**
 * Identifier at DefiLlama.
 */
defillama_id: string | null, 
/**
 * Addresses of published audits.
 */
audit_urls: Array<string>, 
/**
 * Legal structure of the holder's claim.
 */
legal_structure: string | null, 
/**
 * Regulatory framework of the offering.
 */
regulatory_framework: string | null, 
/**
 * Regulator of the offering.
 */
governing_body: string | null, 
/**
 * Annual management fee.
 */
management_fee_bps: number | null, 
/**
 * Performance fee.
 */
performance_fee_bps: number | null, 
/**
 * Other fees.
 */
fee_note: string | null, 
/**
 * Whether KYC is required.
 */
kyc_required: boolean | null, 
/**
 * Eligible investors.
 */
investor_types: Array<string>, 
/**
 * Currency of subscriptions.
 */
subscription_currency: string | null, 
/**
 * Subscription frequency.
 */
subscription_frequency: string | null, 
/**
 * Minimum subscription, in the subscription currency.
 */
subscription_minimum: number | null, 
/**
 * Subscription fee.
 */
subscription_fee_bps: number | null, 
/**
 * Redemption frequency.
 */
redemption_frequency: string | null, 
/**
 * Minimum redemption.
 */
redemption_minimum: number | null, 
/**
 * Redemption fee.
 */
redemption_fee_bps: number | null, 
/**
 * Networks on which the asset has tokens; derived from the tokens.
 */
network_slugs: Array<string>, 
/**
 * Tokenization types of the tokens; derived from the tokens.
 */
tokenization_types: Array<string>, 
/**
 * Number of tokens.
 */
token_count: number, 
/**
 * Reason for the classification, where it is not obvious.
 */
class_note: string | null, 
/**
 * Notes for readers.
 */
note: string | null, 
/**
 * Maturity date of a bond or loan product.
 */
matures_on: string | null, 
/**
 * Investment strategy of a fund.
 */
strategy: string | null, 
/**
 * Date of the last appraisal of the underlying.
 */
appraised_on: string | null, 
/**
 * The day from which the asset counts in its class, on earlier days in the class before; without one it counts in its class on all days.
 */
classified_on: string | null, 
/**
 * Group of the asset class in the classification in use.
 */
class_group: string | null, 
/**
 * Whether headline totals include the asset class.
 */
is_in_totals: boolean, 
/**
 * Currency that the asset is denominated in (ISO 4217).
 */
denomination_currency: string | null, 
/**
 * Master fund in which a feeder fund invests its assets; totals count this money once.
 */
master_id: number | null, master_slug: string | null, master_name: string | null, 
/**
 * Number of feeder funds that invest in the asset.
 */
feeder_count: number, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * An asset class, such as treasury products or real estate.
 */
export type AssetClass = { id: number, slug: string, name: string, 
/**
 * Key for use in programs.
 */
key: string, 
/**
 * Definition of the class.
 */
description: string, 
/**
 * Page of the class.
 */
screen: string | null, 
/**
 * Whether the assignment to the page is inferred.
 */
is_screen_inferred: boolean, 
/**
 * Number of assets in the class.
 */
asset_count: number, 
/**
 * Group of the class in the classification in use.
 */
class_group: string | null, 
/**
 * Whether headline totals include the class, in the classification in use.
 */
is_in_totals: boolean, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * An asset class that a user is interested in.
 */
export type AssetClassInterest = "Private Credit" | "Public Securities" | "Stablecoins" | "Real Estate" | "Private Funds";

/**
 * The role of a service provider for an asset.
 */
export type AssetProvider = { id: number, slug: string, name: string, 
/**
 * Asset.
 */
asset_id: number, asset_slug: string, asset_name: string, 
/**
 * Service provider.
 */
service_provider_id: number, service_provider_slug: string, service_provider_name: string, 
/**
 * Role of the service provider for the asset.
 */
role: string, 
/**
 * Start date.
 */
since: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

/**
 * The terms on which a role has a policy.
 */
export type AssignmentTerms = { starts_at?: string | null, expires_at?: string | null, status: AccessStatus, 
/**
 * Each limit is at most that of the policy.
 */
limit_overrides?: Limits | null, note: string, };

/**
 * The action of an audit entry.
 */
export type AuditAction = "user.role_changed" | "user.features_changed" | "user.deactivated" | "user.reactivated" | "user.sessions_ended" | "organization.renamed" | "organization.plan_changed" | "organization.domain_changed" | "organization.member_role_changed" | "organization.member_removed" | "organization.member_added" | "organization.scope_changed" | "organization.created" | "organization.removed" | "user.passkeys_removed" | "organization.plan_ended";

/**
 * The change of one field. Several values form a list; without values the field is empty.
 */
export type AuditChange = { field: string, before: Array<string>, after: Array<string>, };

/**
 * An entry of the audit history, which is never altered.
 */
export type AuditEntry = { id: string, 
/**
 * The time of the change.
 */
made_at: string, 
/**
 * The actor; absent if it was the installation itself, by its settings or the first link.
 */
actor_id: string | null, 
/**
 * The actor's address at that time.
 */
actor_email: string | null, action: AuditAction, 
/**
 * The changed user, if any.
 */
user_id: string | null, user_email: string | null, 
/**
 * The changed organization, if any.
 */
organization_id: string | null, organization_name: string | null, changes: Array<AuditChange>, note: string | null, 
/**
 * The trace of the request, to find it in logs.
 */
trace_id: string | null, };

/**
 * The availability of an offer.
 */
export type Availability = "live" | "upcoming";

/**
 * Members that began in an interval.
 */
export type BegunInterval = { 
/**
 * Its first day.
 */
date: string, count: number, };

/**
 * How many members of an aggregate have begun, and when.
 */
export type BegunMembers = { 
/**
 * At the end of the range.
 */
count: number, 
/**
 * The intervals after the first in which some of them began, in their order.
 */
intervals: Array<BegunInterval>, };

/**
 * Two tokens that a bridge connects: what it locks or burns on the source network, and what it mints for that on the target network.
 */
export type Bridge = { id: number, slug: string, name: string, 
/**
 * Token that the bridge locks or burns.
 */
source_token_id: number, source_token_slug: string, source_token_name: string, 
/**
 * Token that the bridge mints.
 */
target_token_id: number, target_token_slug: string, target_token_name: string, 
/**
 * Asset of the source token.
 */
asset_slug: string | null, asset_name: string | null, 
/**
 * Network of the source token.
 */
source_network_slug: string | null, source_network_name: string | null, 
/**
 * Network of the target token.
 */
target_network_slug: string | null, target_network_name: string | null, 
/**
 * Name of the bridge.
 */
bridge_name: string, 
/**
 * Whether the source token is locked or burned.
 */
bridge_type: string, 
/**
 * Address that holds the locked units; empty if units are burned.
 */
escrow_address: string | null, 
/**
 * Date of the amounts.
 */
reported_on: string, 
/**
 * Units locked on the source network, or burned there by the bridge.
 */
locked_amount: number, 
/**
 * Units that the bridge has minted on the target network, less those that it burned there again.
 */
minted_amount: number, 
/**
 * Whether both amounts are equal within 0.1% of the larger one.
 */
is_reconciled: boolean, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

export type CancelErasureResponse = Record<symbol, never>;

export type CancelExport = { id: string, };

export type CancelExportResponse = Record<symbol, never>;

/**
 * Calls whose decision changes in the same way.
 */
export type ChangedDecisions = { 
/**
 * The permissions that they need.
 */
needs: Array<ActionAtEndpoint>, 
/**
 * The format of a file.
 */
export_format: FileFormat | null, 
/**
 * The name of the role of the callers' plan.
 */
plan: string, before: DecisionOutcome, 
/**
 * Equal to `before` where callers receive another part of the data.
 */
after: DecisionOutcome, 
/**
 * The number of examined calls.
 */
calls: number, 
/**
 * The number of different callers.
 */
callers: number, };

/**
 * The result of a check of members at the import.
 */
export type CheckCount = { 
/**
 * The reason for which a value that fails the check is withheld.
 */
reason: string, 
/**
 * The statement that is true for every counted value.
 */
claim: string, 
/**
 * How many members lack a value because it failed the check.
 */
withheld_count: number, };

/**
 * The result of a check of a value at the import.
 */
export type CheckResult = { 
/**
 * The reason for which a value that fails the check is withheld.
 */
reason: string, 
/**
 * The statement that is true if the check passes.
 */
claim: string, 
/**
 * Null if the value was not compared.
 */
has_passed: boolean | null, 
/**
 * Why it was not compared; null if it was.
 */
not_compared: string | null, };

export type CheckTeamDomainResponse = { claim: DomainClaim, };

/**
 * A publication that cites the data.
 */
export type Citation = { id: number, slug: string, name: string, 
/**
 * Publisher.
 */
publisher: string, 
/**
 * Type of publication.
 */
kind: string, 
/**
 * Address of the publication.
 */
url: string | null, 
/**
 * Authors.
 */
authors: Array<string>, 
/**
 * Date of publication.
 */
published_on: string, 
/**
 * Passage that contains the citation.
 */
excerpt: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

export type ClaimTeamDomainResponse = { claim: DomainClaim, };

/**
 * The type of collateral of a loan.
 */
export type CollateralType = "asset_backed_credit" | "credit_derivatives" | "cryptocurrencies" | "commodity_derivatives" | "funds" | "project_finance" | "government_bonds" | "mortgages" | "public_credit" | "public_equities" | "real_estate_derivatives" | "real_estate" | "luxury_goods" | "precious_metals" | "reinsurance" | "receivables_financing" | "unsecured_credit";

/**
 * A company or authority, combined from all records of its name.
 */
export type Company = { id: number, slug: string, name: string, 
/**
 * Registered legal name.
 */
legal_name: string | null, 
/**
 * Roles of the company.
 */
roles: Array<string>, 
/**
 * Country of the registered office.
 */
country_code: string | null, country_name: string | null, 
/**
 * Website.
 */
website: string | null, 
/**
 * Legal Entity Identifier (LEI).
 */
lei: string | null, 
/**
 * Registrant number at the SEC (CIK).
 */
cik: string | null, 
/**
 * Record of the company as an issuer.
 */
issuer_slug: string | null, 
/**
 * Record of the company as a manager.
 */
manager_slug: string | null, 
/**
 * Record of the company as a platform or protocol.
 */
platform_slug: string | null, 
/**
 * Record of the company as a service provider.
 */
service_provider_slug: string | null, 
/**
 * Record of the company as a regulator.
 */
regulator_slug: string | null, 
/**
 * Number of assets that the company issues, manages or tokenizes.
 */
asset_count: number, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A use of the powers that the issuer or an administrator holds over a token: a freeze, a pause, a change of roles or code, or a
 * forced transfer.
 */
export type ComplianceEvent = { id: number, slug: string, name: string, 
/**
 * Type of event.
 */
event_type: string, 
/**
 * Time of the event.
 */
occurred_at: string, 
/**
 * Token that the event concerns.
 */
token_id: number, token_slug: string, token_name: string, 
/**
 * Asset of the token.
 */
asset_slug: string | null, asset_name: string | null, 
/**
 * Network of the token.
 */
network_slug: string | null, network_name: string | null, 
/**
 * Transaction that contains the event.
 */
transaction_hash: string | null, 
/**
 * Address that is frozen, released, given a role, or from which units are taken; of an upgrade, the new contract.
 */
address: string | null, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

/**
 * Why the concentration of holders is not available.
 */
export type ConcentrationLack = "no_balances" | "issuer_unknown" | "nothing_circulates" | "flags_unknown";

/**
 * A restriction to records with certain values of an attribute. Records without the attribute satisfy no condition on it.
 */
export type Condition = { dimension: Dimension, operator: ConditionOperator, 
/**
 * In rising order.
 */
ids: Array<number>, };

/**
 * The comparison of an attribute with the ids of a condition.
 */
export type ConditionOperator = "in" | "not_in";

/**
 * A condition of a policy against the selection.
 */
export type ConditionResult = { dimension: Dimension, verdict: ConditionVerdict, };

/**
 * Whether the selected records meet a condition.
 */
export type ConditionVerdict = "met" | "partly" | "not_met";

/**
 * The value that a member contributes.
 */
export type CountedValue = { value: number, 
/**
 * Its weight in a weighted average.
 */
weight: number | null, 
/**
 * The day of the value; for a sum over several days, the first and the last one.
 */
from: string, to: string, };

/**
 * A country or territory.
 */
export type Country = { id: number, slug: string, name: string, 
/**
 * ISO 3166-1 alpha-2 code.
 */
code: string, 
/**
 * ISO 3166-1 alpha-3 code.
 */
alpha3: string, 
/**
 * ISO 3166-1 numeric code.
 */
numeric_code: string, 
/**
 * Official name.
 */
official_name: string, 
/**
 * Capital.
 */
capital: string | null, 
/**
 * ISO 4217 currency codes.
 */
currencies: Array<string>, 
/**
 * Region.
 */
region: Region | null, 
/**
 * UN M49 region.
 */
un_region: string | null, 
/**
 * UN M49 subregion.
 */
un_subregion: string | null, 
/**
 * Whether the country is a member of the European Union.
 */
is_eu_member: boolean, 
/**
 * Whether the country is a member of the European Economic Area.
 */
is_eea_member: boolean, 
/**
 * Number of assets issued in the jurisdiction.
 */
asset_count: number, 
/**
 * Number of issuers incorporated in the country.
 */
issuer_count: number, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

export type CreateApiKeyRequest = { 
/**
 * Whether it is a key of the caller's active organization, of which the caller is an owner.
 */
is_organization: boolean, is_test: boolean, key: ApiKeyInput, };

/**
 * Gives an organization a role.
 */
export type CreateOrganizationRoleRequest = { organization_id: string, role_id: string, starts_at?: string | null, expires_at?: string | null, reason: string, };

export type CreatePolicyAssignmentRequest = { role_id: string, policy_id: string, terms: AssignmentTerms, };

export type CreatePolicyRequest = { policy: PolicyInput, reason?: string | null, };

export type CreateRoleRequest = { role: RoleInput, reason?: string | null, };

export type CreateTeamResponse = { organization_id: string, };

/**
 * Gives a user a role, in one organization or everywhere.
 */
export type CreateUserRoleRequest = { user_id: string, role_id: string, organization_id?: string | null, starts_at?: string | null, expires_at?: string | null, reason: string, };

/**
 * A source of data.
 */
export type DataPartner = { id: number, slug: string, name: string, 
/**
 * Website of the source.
 */
url: string | null, 
/**
 * Conditions of the licence.
 */
licence_note: string | null, 
/**
 * Required attribution.
 */
attribution: string | null, 
/**
 * Data used and how it was processed.
 */
coverage: string, 
/**
 * Known gaps.
 */
gaps: string | null, 
/**
 * Files derived from the source.
 */
files: Array<string>, 
/**
 * Number of rows used.
 */
row_count: number | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A file with all data of one kind.
 */
export type Dataset = { 
/**
 * The data set, which can have several formats.
 */
dataset: string, title: string, description: string, 
/**
 * parquet, csv.gz or ndjson.gz.
 */
format: string, file: string, 
/**
 * Its path on the site.
 */
path: string, rows: number, bytes: number, sha256: string, licences: Array<string>, 
/**
 * Whether it contains fictional sample data.
 */
is_sample: boolean, 
/**
 * When it was written.
 */
made_at: string, columns: Array<DatasetColumn>, 
/**
 * Ed25519 over its line of sha256sum, in base64: proves the file without the manifest. Absent in manifests from before.
 */
signature: string | null, };

/**
 * A column of a file.
 */
export type DatasetColumn = { name: string, 
/**
 * text, number, integer, boolean, date or instant.
 */
type: string, meaning: string, };

/**
 * The signed content.
 */
export type DatasetManifest = { made_at: string, 
/**
 * The last load in the files.
 */
load_id: number, files: Array<Dataset>, };

export type DeactivateUserResponse = { 
/**
 * The number of ended sessions.
 */
ended: number, };

/**
 * The decisions of one day.
 */
export type DecisionDay = { 
/**
 * The day in UTC, YYYY-MM-DD.
 */
day: string, allowed: number, narrowed: number, refused: number, };

/**
 * The outcome of a decision.
 */
export type DecisionOutcome = "allowed" | "narrowed" | "refused";

/**
 * The decisions on an action at an endpoint.
 */
export type DecisionsOnAction = { action: Action, endpoint: Endpoint, allowed: number, narrowed: number, refused: number, };

export type DeclineInvitationResponse = Record<symbol, never>;

/**
 * Deletes a draft that is assigned to no role.
 */
export type DeletePolicyRequest = { id: string, version: number, reason?: string | null, };

/**
 * An attribute of records by which a policy selects them.
 */
export type Dimension = "asset_class" | "platform" | "network" | "issuer" | "protocol" | "asset" | "measure" | "sector" | "region" | "token_type";

export type DismissTeamOfferResponse = Record<symbol, never>;

/**
 * The result of a look-up of the record of a domain.
 */
export type DomainCheckResult = "found" | "missing" | "different" | "unreachable";

/**
 * The e-mail domain that a team claims. People with an address there are offered the team while the claim is proved.
 */
export type DomainClaim = { domain: string, state: DomainClaimState, 
/**
 * The TXT record that proves the claim: its name in DNS, and its content.
 */
record_name: string, record_value: string, claimed_at: string, 
/**
 * When the claim was proved; absent before.
 */
proved_at: string | null, checked_at: string | null, 
/**
 * The result of the last check; absent before the first one.
 */
result: DomainCheckResult | null, 
/**
 * Since when the record of a proved claim has not been found; absent while it is.
 */
missed_at: string | null, 
/**
 * When the proof ends unless the record is found again; present with missed_at while the claim is proved.
 */
ends_at: string | null, };

/**
 * Whether a team has proved that it holds the domain that it claims.
 */
export type DomainClaimState = "pending" | "proved" | "lost";

/**
 * The effect of a policy on the calls and rows that it matches.
 */
export type Effect = "allow" | "deny";

/**
 * Enables a key that was disabled because it was not used.
 */
export type EnableApiKeyRequest = { id: string, version: number, };

export type EnableApiKeyResponse = { key: ApiKey, };

export type EndOrganizationRoleRequest = { id: string, version: number, reason: string, };

export type EndUserRoleRequest = { id: string, version: number, reason: string, };

export type EndUserSessionsResponse = { ended: number, };

/**
 * A role that the caller held once and does not hold now.
 */
export type EndedRole = { role_id: string, role_name: string, ended_at: string, };

/**
 * A part of the data that is offered under one name, in the interface and in the API.
 */
export type Endpoint = "protocols" | "service_providers" | "investments" | "issuers" | "transactions" | "assets" | "networks" | "tokens" | "asset_timeseries" | "protocol_timeseries" | "platforms" | "managers" | "pools" | "loans" | "jurisdictions" | "reference";

/**
 * The records and fields that a denial takes away from all permissions.
 */
export type Exclusion = { where: Array<Condition>, fields: Fields, };

/**
 * The explanation of a number of a series or of an aggregate.
 */
export type ExplainedNumber = Explanation | AggregateExplanation;

/**
 * The provenance of a number of a series.
 */
export type Explanation = { series: SeriesLine, definition: string, method_version: string, 
/**
 * The requested day.
 */
date: string, 
/**
 * The day of the value; an earlier one if the value is carried.
 */
value_date: string | null, value: number | null, 
/**
 * All versions of that day, or of the withheld day, the newest first; none for a derived number.
 */
versions: Array<ObservationVersion>, 
/**
 * The formula of a derived number.
 */
formula: string | null, 
/**
 * The inputs of a derived number; for a reported number, other values of its source that compose exactly this one.
 */
inputs: Array<ExplanationInput>, 
/**
 * How these other values compose it.
 */
composition: string | null, 
/**
 * The results of the checks of the newest version at the import; none for a derived number.
 */
checks: Array<CheckResult>, 
/**
 * The values of all sources of the day of the value, the one that counts first; none if there is one source, and for a
 * derived number.
 */
sources: Array<SourceValue>, 
/**
 * How far two sources may lie apart, as a fraction of the larger value.
 */
source_tolerance: number, 
/**
 * Whether the value is the average of the month of `value_date`.
 */
is_average: boolean, };

/**
 * An input of a derived number.
 */
export type ExplanationInput = { 
/**
 * Its name in the formula.
 */
role: string, series: SeriesLine, 
/**
 * Its day; for a sum or an average, the first and the last day.
 */
from: string | null, to: string | null, 
/**
 * Null if it is withheld or missing.
 */
value: number | null, 
/**
 * All versions of the last day, the newest first; without a value, those of the withheld day.
 */
versions: Array<ObservationVersion>, };

/**
 * How far the export of a person's data is.
 */
export type ExportState = "running" | "ready" | "failed" | "cancelled";

/**
 * A feature of the interface that can be enabled for a user. It restricts no data.
 */
export type Feature = "enable-data-downloads" | "enable-asset-entity-pages" | "enable-asset-charting-page" | "enable-jurisdiction-explorer" | "enable-api-keys" | "enable-admin-tools" | "enable-experimental-features";

/**
 * Every flag with whether it is on.
 */
export type Features = { [flag in Feature]: boolean };

/**
 * A news feed.
 */
export type Feed = { id: number, slug: string, name: string, 
/**
 * Address of the feed.
 */
url: string, 
/**
 * Type of publisher.
 */
kind: string, 
/**
 * Topics covered.
 */
topic: string, 
/**
 * Jurisdiction covered.
 */
jurisdiction_code: string | null, jurisdiction_name: string | null, 
/**
 * Language.
 */
language: string, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A feeder fund that is left out, because its money counts in its master fund.
 */
export type FeederFund = { asset_slug: string, 
/**
 * The name of the asset, or of its token.
 */
name: string, master_slug: string, master_name: string, is_sample: boolean, };

/**
 * The change of one field. Several values form a list; without values the field is empty.
 */
export type FieldChange = { field: string, before: Array<string>, after: Array<string>, };

/**
 * The metadata of a field.
 */
export type FieldMeta = { name: string, type: FieldType, 
/**
 * The type of the items of a list.
 */
itemType: FieldType | null, unit: string | null, description: string, 
/**
 * Whether a row may have no value.
 */
nullable: boolean, operators: Array<Operator>, 
/**
 * Empty if any value of the type is allowed.
 */
validValues: Array<ValidValue>, sortable: boolean, groupable: boolean, aggregateFunctions: Array<AggregateFunction>, 
/**
 * The list of the records that its values name, such as `issuers`.
 */
refersTo: string | null, 
/**
 * Whether the service sets its values, so that files and forms have none.
 */
derived: boolean, };

/**
 * The meaning of a list of fields.
 */
export type FieldMode = "all" | "only" | "except";

/**
 * A field of a list by which its records refer to others.
 */
export type FieldReference = { resource: string, field: string, };

/**
 * The type of a field.
 */
export type FieldType = "text" | "int" | "decimal" | "bool" | "date" | "instant" | "enum" | "id" | "slug" | "list";

/**
 * The fields of records that a policy speaks of. Identifiers and names of records are always among them.
 */
export type Fields = { mode: FieldMode, 
/**
 * In alphabetical order; none where the mode is `all`.
 */
names: Array<string>, };

/**
 * The format of a file.
 */
export type FileFormat = "csv" | "ndjson" | "xlsx" | "parquet";

/**
 * A filter of rows: a comparison (`operator`, `field`, `value`), or parts (`filters`) combined by `and` or `or`.
 */
export type Filter = { operator: Operator, field?: string | null, value?: QueryValue | null, filters?: Array<Filter>, };

export type FinishPasskeyRegistrationResponse = { id: string, 
/**
 * New recovery codes, which are shown once; none unless the installation requires a passkey of the user and no code was left.
 */
recovery_codes: Array<string>, };

export type GetAggregateRequest = { 
/**
 * Its slug, its number, or the name that programs use.
 */
measure: string, 
/**
 * The kind of subjects whose series are aggregated; by default assets.
 */
subject_kind?: SubjectKind | null, 
/**
 * A filter of the subjects by `slug`, `asset`, `network`, `platform`, `issuer`, `manager`, `asset_class`, `country`,
 * `tokenization_type`, `series_source` or `is_sample`. Of assets filtered by a network or by tokenization type, only
 * the matching part counts. The gateway also accepts any field and operator of the catalog's list of the subjects, such
 * as the `status` of loans: each such part may match up to 20,000 records.
 */
filter?: Filter | null, group_by?: SeriesGroupBy | null, interval?: SeriesInterval | null, mode?: SeriesMode | null, 
/**
 * The first day, YYYY-MM-DD; by default a year before the last one. Its interval counts as a whole.
 */
from?: string | null, 
/**
 * The last day; by default yesterday. Its interval counts up to it.
 */
to?: string | null, 
/**
 * The number of largest groups that are listed separately, all others together; 1 to 100, 12 by default.
 */
group_limit?: number | null, 
/**
 * Only members with a value at both ends of the range (like for like).
 */
is_cohort?: boolean | null, 
/**
 * The measure that weights averages, or that shares are parts of; by default that of the measure itself, or equal
 * weights if it has none.
 */
weight?: string | null, 
/**
 * Values as known at this instant or at the end of this day; by default now.
 */
as_of?: string | null, 
/**
 * Only subjects of the assets that match this filter of the catalog's list of assets; up to 20,000 assets.
 */
asset_filter?: Filter | null, 
/**
 * Whether feeder funds count beside their master funds. By default sums of amounts that investors hold, pay in or take
 * out leave out a feeder fund whose master fund counts.
 */
counts_feeders?: boolean | null, };

export type GetAggregateResponse = { measure_slug: string, kind: MeasureKind, unit: string, interval: SeriesInterval, dates: Array<string>, 
/**
 * By their newest value, the largest first; the group of all others comes last.
 */
groups: Array<SeriesGroup>, 
/**
 * All members together.
 */
total: SeriesGroup, 
/**
 * The number of groups, including those beyond the limit; of a number that the shares of all groups make, without the
 * members that have no value of the dimension.
 */
group_count: number, 
/**
 * Whether items shared by several members are counted more than once.
 */
counts_twice: boolean, 
/**
 * When the values were last compared with the database.
 */
current_at: string, 
/**
 * Up to 20 members with withheld values, the latest first. The total has their number.
 */
withheld: Array<WithheldMember>, 
/**
 * The instant at which the values were known: the requested one, at most `current_at`.
 */
known_at: string, 
/**
 * The last day that counts: the last interval may extend beyond it.
 */
to: string, 
/**
 * How many members are left out, because the licence of their values does not allow to show them to the caller.
 */
restricted_count: number, 
/**
 * How many feeder funds are left out, because their money counts in their master funds.
 */
feeder_count: number, 
/**
 * Up to 20 of them, by slug.
 */
feeders: Array<FeederFund>, 
/**
 * For a number that the shares of all groups make, what has no group; absent for others.
 */
undisclosed: UndisclosedPart | null, 
/**
 * When the members began: changes of a total may come from members that were added.
 */
begun: BegunMembers | null, };

export type GetApiKeyUseRequest = { id: string, };

export type GetApiKeyUseResponse = { 
/**
 * The last 30 days, the earliest first; days without calls are not among them.
 */
results: Array<ApiKeyUse>, };

export type GetDatasetsResponse = { 
/**
 * Absent until files have been written.
 */
manifest: DatasetManifest | null, 
/**
 * The exact bytes of the manifest that are signed. Empty where policies leave out data sets, which it names.
 */
text: string, 
/**
 * Ed25519 over the text, in base64. Empty where the text is.
 */
signature: string, 
/**
 * In PEM format.
 */
public_key: string, };

/**
 * Requests the decisions of the last 30 days on calls by holders of a role, or on calls that a policy or an assignment is
 * about.
 */
export type GetDecisionHistogramRequest = { 
/**
 * The id of a role, a policy or an assignment.
 */
record_id: string, };

export type GetDecisionHistogramResponse = { 
/**
 * The last 30 days, the earliest first; days without decisions are not among them.
 */
days: Array<DecisionDay>, 
/**
 * Their sums by action and endpoint, the most frequent first.
 */
actions: Array<DecisionsOnAction>, 
/**
 * The number of decisions of these days, of all records, that were lost before they were counted.
 */
lost: number, };

/**
 * Requests the explanation of a decision.
 */
export type GetDecisionRequest = { 
/**
 * The caller: a user, who may act in an organization, or an organization; neither for a visitor who is not signed in, or where
 * the caller is an API key.
 */
user_id?: string | null, organization_id?: string | null, action: Action, endpoint: Endpoint, selected: Array<SelectedValues>, 
/**
 * The first and the last day of values over time, YYYY-MM-DD; both or neither.
 */
from?: string | null, to?: string | null, 
/**
 * The interval of these values; a day if it is left out.
 */
interval?: Granularity | null, 
/**
 * The moment of the call; the present if it is left out.
 */
called_at?: string | null, 
/**
 * The network address of the caller; unknown if it is left out.
 */
address?: string | null, 
/**
 * The id of a policy that is evaluated with the values of `draft`, and with its own otherwise.
 */
draft_policy_id?: string | null, draft?: PolicyInput | null, 
/**
 * The id of the API key that makes the call for its owner.
 */
api_key_id?: string | null, };

/**
 * A request for the provenance of one number, of a series or of an aggregate.
 */
export type GetExplanationRequest = { 
/**
 * The series.
 */
key?: SeriesKey | null, 
/**
 * The day; by default that of the newest value. For an aggregate, any day of an interval of its answer.
 */
date?: string | null, 
/**
 * Values as known at this instant or at the end of this day; by default now. For an aggregate, set it in its request.
 */
as_of?: string | null, 
/**
 * The request of the aggregate.
 */
aggregate?: GetAggregateRequest | null, 
/**
 * The group of its answer; by default the total.
 */
group?: GroupKey | null, };

export type GetHolderCohortsRequest = { token_slug: string, 
/**
 * The first and the last day; by default all days with known balances. Of more than 60 such days the newest 60 are
 * answered.
 */
from?: string | null, to?: string | null, 
/**
 * Values as known at this instant or at the end of this day; by default now.
 */
as_of?: string | null, };

export type GetHolderCohortsResponse = { token_slug: string, token_name: string, is_sample: boolean, 
/**
 * The oldest day first.
 */
results: Array<HolderDay>, 
/**
 * Whether the range has earlier days with balances than those that are answered.
 */
has_earlier: boolean, 
/**
 * The loads of all balances that count, also those of earlier days.
 */
loads: Array<Load>, };

export type GetInvitationResponse = { invitation: InvitationOffer, };

export type GetLatestRequest = { 
/**
 * Up to 200.
 */
keys: Array<SeriesKey>, 
/**
 * Values as known at this instant or at the end of this day; by default now.
 */
as_of?: string | null, };

export type GetLatestResponse = { 
/**
 * One for each key with a series, in their order.
 */
results: Array<LatestValue>, 
/**
 * When the values were last compared with the database.
 */
current_at: string, 
/**
 * The keys without a series.
 */
unknown: Array<UnknownSeries>, };

export type GetOrganizationRoleRequest = { id: string, };

/**
 * The provenance of the values of an answer.
 */
export type GetOriginsResponse = { 
/**
 * By series and day; none for an aggregate.
 */
runs: Array<OriginRun>, 
/**
 * All loads that it uses, the oldest first.
 */
loads: Array<Load>, 
/**
 * The methods of derived series.
 */
methods: Array<OriginMethod>, 
/**
 * The reasons for withheld values, by series and day; none for an aggregate, whose answer contains them.
 */
withheld: Array<WithheldRun>, };

export type GetPlanResponse = { organization_id: string, 
/**
 * The plan that is in effect now.
 */
plan: PlanType, 
/**
 * Its end, after which the free plan is in effect.
 */
ends_at: string | null, 
/**
 * Every plan of the installed policy set, the smallest first.
 */
plans: Array<PlanTerms>, 
/**
 * Whether the organization has further roles, whose access is not among the terms of the plan.
 */
has_further_access: boolean, 
/**
 * The calls of all keys of the organization and its members on each of the last 30 days, the earliest first.
 */
calls_by_day: Array<ApiKeyUse>, open_request: RequestedPlan | null, 
/**
 * Whether the caller may request another plan.
 */
is_owner: boolean, 
/**
 * Whether the installation takes requests for plans.
 */
takes_requests: boolean, };

/**
 * Requests the effect of an assignment, or of other terms of it.
 */
export type GetPolicyAssignmentPreviewRequest = { role_id: string, policy_id: string, terms: AssignmentTerms, };

export type GetPolicyAssignmentRequest = { id: string, };

/**
 * Requests the effect that a policy would have on those who hold it now.
 */
export type GetPolicyPreviewRequest = { 
/**
 * The policy that would be changed; absent for a new one.
 */
id?: string | null, policy: PolicyInput, };

export type GetPolicyRequest = { id: string, };

/**
 * Identifies one record, by one of the two.
 */
export type GetRequest = { 
/**
 * Its slug; of a network also the slug of an alias.
 */
slug?: string | null, 
/**
 * Its id.
 */
id?: number | null, };

export type GetRoleRequest = { id: string, };

export type GetSeriesRequest = { 
/**
 * Up to 50.
 */
keys: Array<SeriesKey>, 
/**
 * The first day, YYYY-MM-DD; by default that of the first value. Its interval counts as a whole.
 */
from?: string | null, 
/**
 * The last day; by default that of the last value.
 */
to?: string | null, 
/**
 * Days by default.
 */
interval?: SeriesInterval | null, 
/**
 * The level by default.
 */
mode?: SeriesMode | null, 
/**
 * Values as known at this instant (RFC 3339) or at the end of this day; by default now.
 */
as_of?: string | null, };

export type GetSeriesResponse = { interval: SeriesInterval, 
/**
 * The first day of each interval.
 */
dates: Array<string>, lines: Array<SeriesLine>, 
/**
 * When the values were last compared with the database.
 */
current_at: string, 
/**
 * The last day that counts: the last interval may extend beyond it.
 */
to: string, };

/**
 * Requests how the calls of the last 24 hours would be decided with other values of a policy.
 */
export type GetSimulationRequest = { 
/**
 * The policy, which has effect by its assignments as if it were active.
 */
policy_id: string, 
/**
 * Its values; those that are stored if they are left out.
 */
policy?: PolicyInput | null, };

export type GetSimulationResponse = { 
/**
 * The number of examined calls that were not refused, one in a hundred.
 */
sampled_calls: number, 
/**
 * The number of examined calls that were refused.
 */
refused_calls: number, 
/**
 * The number of them with another decision.
 */
changed_calls: number, 
/**
 * The most frequent first.
 */
changes: Array<ChangedDecisions>, 
/**
 * Whether older calls were left out, because there are too many.
 */
is_partial: boolean, };

export type GetTeamDomainResponse = { claim: DomainClaim | null, };

export type GetTopHoldersRequest = { token_slug: string, 
/**
 * The newest balances up to this day; by default the newest of all.
 */
date?: string | null, 
/**
 * 1 to 100, 10 by default.
 */
limit?: number | null, 
/**
 * Values as known at this instant or at the end of this day; by default now.
 */
as_of?: string | null, };

export type GetTopHoldersResponse = { token_slug: string, token_name: string, is_sample: boolean, 
/**
 * The day of the balances; null if there are none.
 */
date: string | null, results: Array<TopHolder>, 
/**
 * Their total share of the supply.
 */
share: number | null, 
/**
 * Their load.
 */
load: Load | null, 
/**
 * When they became known.
 */
known_at: string | null, concentration: HolderConcentration, 
/**
 * The same without addresses that are contracts (also bridges, escrows and burn addresses) and without balances under
 * 1 dollar or 0.000001 units. Their units do not count as circulating here.
 */
adjusted: HolderConcentration, 
/**
 * The balances that the adjusted concentration leaves out; null if it is not available.
 */
left_out: LeftOutBalances | null, };

export type GetUserRoleRequest = { id: string, };

/**
 * The finest interval of values over time.
 */
export type Granularity = "day" | "week" | "month" | "quarter" | "year";

/**
 * Identifies a group of an aggregate.
 */
export type GroupKey = { 
/**
 * The value of the dimension; absent for members without one and for all other groups together.
 */
key?: string | null, 
/**
 * Whether it contains the groups beyond the limit.
 */
is_other?: boolean | null, };

/**
 * A group of rows.
 */
export type GroupRow = { 
/**
 * The value of the grouping field; null for rows without one, and if all rows are one group.
 */
group: QueryValue, 
/**
 * The number of rows.
 */
count: number, 
/**
 * The number of rows with a value of the field: the coverage of a total.
 */
covered: number, 
/**
 * The result of the function; null without values.
 */
value: QueryValue, };

/**
 * A key with its use in the last 30 days.
 */
export type HeldApiKey = { key: ApiKey, calls: number, 
/**
 * The calls that were refused.
 */
refused: number, };

/**
 * A user or an organization that holds a role.
 */
export type Holder = { 
/**
 * The role of the user or of the organization.
 */
id: string, user_id: string | null, 
/**
 * The organization that holds the role, or the one in which the user does.
 */
organization_id: string | null, role_id: string, role_name: string, starts_at: string | null, expires_at: string | null, 
/**
 * Absent for users.
 */
source: RoleSource | null, };

/**
 * The known holders of a day compared with those of the day with balances before it, without the issuer.
 */
export type HolderChanges = { 
/**
 * The day that is compared with.
 */
since: string, 
/**
 * Whether all holders of that day are known. If not, new holders may have held less than the smallest known one.
 */
is_since_complete: boolean, 
/**
 * Known on this day and not on the one before.
 */
new_count: number, new_units: number, 
/**
 * Known on both days.
 */
retained_count: number, 
/**
 * The units that they hold on this day.
 */
retained_units: number, 
/**
 * Known on the day before and not on this one.
 */
exited_count: number, 
/**
 * The units that they held on the day before.
 */
exited_units: number, };

/**
 * The holders that were first among the known ones in the same month, without the issuer.
 */
export type HolderCohort = { 
/**
 * The month, as YYYY-MM.
 */
month: string, 
/**
 * Whether these holders were known on the first day with balances: they may have held units before. They are a cohort
 * of their own.
 */
is_from_start: boolean, 
/**
 * How many of them are among the known holders of the day.
 */
holder_count: number, 
/**
 * The units that they hold together.
 */
units: number, };

/**
 * The concentration of the circulating supply, over all known holders of the day and not only the requested ones.
 */
export type HolderConcentration = { 
/**
 * The supply without the issuer's balance; null if it is unknown.
 */
circulating: number | null, 
/**
 * The number of holders with known balances, without the issuer.
 */
known_count: number, 
/**
 * Whether they and the issuer hold the whole supply.
 */
is_complete: boolean, 
/**
 * The share of the largest holder in the circulating supply, as a fraction.
 */
top_1_share: number | null, 
/**
 * The share of the five largest; null if fewer are known and there are more.
 */
top_5_share: number | null, 
/**
 * The share of the ten largest; null if fewer are known and there are more.
 */
top_10_share: number | null, 
/**
 * The lower bound of the sum of the squared shares in percent (Herfindahl-Hirschman index, 0 to 10,000).
 */
index_least: number | null, 
/**
 * The upper bound: unknown holders have at most as much as the smallest known one. Equal to the lower bound if all are
 * known.
 */
index_most: number | null, 
/**
 * Why there are no shares.
 */
lack: ConcentrationLack | null, };

/**
 * The known holders of a token on a day.
 */
export type HolderDay = { date: string, 
/**
 * When all of its balances were known.
 */
known_at: string, 
/**
 * The newest load of its balances.
 */
load_id: number, 
/**
 * The number of holders with known balances, without the issuer.
 */
known_count: number, 
/**
 * Whether they and the issuer hold the whole supply. If not, exited holders may hold less than the smallest known one.
 */
is_complete: boolean, 
/**
 * The supply without the issuer's balance; null if it is unknown.
 */
circulating: number | null, 
/**
 * Why circulating units are unknown or none.
 */
lack: ConcentrationLack | null, 
/**
 * The circulating units of holders that are not known; null if circulating units are unknown.
 */
other_units: number | null, 
/**
 * The oldest first.
 */
cohorts: Array<HolderCohort>, 
/**
 * Null on the first day with known balances.
 */
changes: HolderChanges | null, };

/**
 * The time span of one group; weeks start on Monday.
 */
export type Interval = "day" | "week" | "month" | "year";

/**
 * An offer to invest in an asset or a pool.
 */
export type Investment = { id: number, slug: string, name: string, 
/**
 * Asset.
 */
asset_id: number | null, asset_slug: string | null, asset_name: string | null, 
/**
 * Lending pool.
 */
pool_id: number | null, pool_slug: string | null, pool_name: string | null, 
/**
 * Platform of the offering.
 */
platform_id: number | null, platform_slug: string | null, platform_name: string | null, 
/**
 * Legal entity that issues the asset.
 */
issuer_id: number | null, issuer_slug: string | null, issuer_name: string | null, 
/**
 * Availability of the offering.
 */
availability: Availability, 
/**
 * Status.
 */
status: Status | null, 
/**
 * Currency of investment.
 */
currency: string | null, 
/**
 * Minimum investment.
 */
minimum_amount: number | null, 
/**
 * Target annual yield.
 */
target_yield: number | null, 
/**
 * Annual management fee.
 */
management_fee_bps: number | null, 
/**
 * Subscription fee.
 */
subscription_fee_bps: number | null, 
/**
 * Redemption fee.
 */
redemption_fee_bps: number | null, 
/**
 * Subscription frequency.
 */
subscription_frequency: string | null, 
/**
 * Redemption frequency.
 */
redemption_frequency: string | null, 
/**
 * Lock-up period.
 */
lock_up_days: number | null, 
/**
 * Whether KYC is required.
 */
kyc_required: boolean | null, 
/**
 * Eligible investors.
 */
investor_types: Array<string>, 
/**
 * Countries of residence of eligible investors; empty if not disclosed.
 */
eligible_country_codes: Array<string>, 
/**
 * Countries whose residents are excluded.
 */
excluded_country_codes: Array<string>, 
/**
 * Opening date.
 */
opens_on: string | null, 
/**
 * Closing date.
 */
closes_on: string | null, 
/**
 * Website of the offering.
 */
website: string | null, 
/**
 * Terms in words.
 */
terms: string | null, 
/**
 * Networks of the asset; derived from its tokens.
 */
network_slugs: Array<string>, 
/**
 * Asset class.
 */
asset_class_slug: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The invitation to answer: of a mailed link, or one that was offered.
 */
export type InvitationAnswer = { token?: string | null, id?: string | null, };

/**
 * The secret of a mailed link.
 */
export type InvitationLink = { token: string, };

/**
 * An invitation for the invited user.
 */
export type InvitationOffer = { id: string, organization_name: string, role: MembershipRole, invited_by: string | null, expires_at: string, };

export type InviteToTeamResponse = { invitation: TeamInvitation, };

/**
 * The legal entity that issues assets.
 */
export type Issuer = { id: number, slug: string, name: string, 
/**
 * Registered legal name.
 */
legal_name: string | null, 
/**
 * Country of incorporation.
 */
country_code: string | null, country_name: string | null, 
/**
 * Website.
 */
website: string | null, 
/**
 * Source of the website address.
 */
website_source: string | null, 
/**
 * Legal form.
 */
legal_form: string | null, 
/**
 * Legal Entity Identifier (LEI).
 */
lei: string | null, 
/**
 * Registrant number at the SEC (CIK).
 */
cik: string | null, 
/**
 * Regulator.
 */
regulator: string | null, 
/**
 * Regulatory licence.
 */
licence_held: string | null, 
/**
 * Number of assets issued.
 */
asset_count: number, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A team that the user can join by the domain of their address.
 */
export type JoinOffer = { organization_id: string, organization_name: string, domain: string, };

export type JoinTeamResponse = Record<symbol, never>;

/**
 * A country or union with its own law.
 */
export type Jurisdiction = { id: number, slug: string, name: string, 
/**
 * Code: ISO 3166-1 or EU.
 */
code: string, 
/**
 * Country or supranational jurisdiction.
 */
kind: string, 
/**
 * Country.
 */
country_code: string | null, country_name: string | null, 
/**
 * Region.
 */
region: Region | null, 
/**
 * Legal status of stablecoins.
 */
legal_status: string | null, 
/**
 * Regulatory clarity from 1 to 5, as assessed by the source.
 */
regulatory_clarity: number | null, 
/**
 * Stage of the regulatory regime.
 */
regime_status: string | null, 
/**
 * Legal classification of stablecoins.
 */
classification: string | null, 
/**
 * Whether fiat-backed stablecoins are allowed.
 */
allows_fiat_backed: string | null, 
/**
 * Whether asset-backed stablecoins are allowed.
 */
allows_asset_backed: string | null, 
/**
 * Whether algorithmic stablecoins are allowed.
 */
allows_algorithmic: string | null, 
/**
 * Tags of the regime.
 */
tags: Array<string>, 
/**
 * Date of the last review by the source.
 */
last_reviewed: string | null, 
/**
 * Number of recorded rules.
 */
rule_count: number, 
/**
 * Number of recorded regulators.
 */
regulator_count: number, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A change of law, dated or expected.
 */
export type JurisdictionEvent = { id: number, slug: string, name: string, 
/**
 * Jurisdiction.
 */
jurisdiction_code: string, jurisdiction_name: string, 
/**
 * Status of the event.
 */
status: string, 
/**
 * Effective date.
 */
effective_on: string | null, 
/**
 * Precision of the date.
 */
precision: string, 
/**
 * Type of trigger.
 */
trigger_kind: string, 
/**
 * Trigger of the event.
 */
trigger: string | null, 
/**
 * Legal basis.
 */
basis: string, 
/**
 * Basis of the date.
 */
date_basis: string, 
/**
 * Rules affected by the event.
 */
rule_slugs: Array<string>, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

/**
 * A requirement of a jurisdiction for a type of instrument.
 */
export type JurisdictionRule = { id: number, slug: string, name: string, 
/**
 * Jurisdiction in which the rule applies.
 */
jurisdiction_code: string, jurisdiction_name: string, 
/**
 * Authority that issued the rule.
 */
authority: string, 
/**
 * Subject of the rule.
 */
instrument_type: string, 
/**
 * Regulatory dimension.
 */
dimension: string, 
/**
 * Summary of the requirement.
 */
requirement_summary: string, 
/**
 * Legal status of the rule.
 */
status: string, 
/**
 * Binding status of the rule.
 */
binding_status: string, 
/**
 * Effective date.
 */
effective_on: string | null, 
/**
 * Type of claim made by the source.
 */
claim_class: string, 
/**
 * Evidence for the claim.
 */
evidence_tier: string | null, 
/**
 * Confidence stated by the source.
 */
confidence: string, 
/**
 * Date of the last review by the source.
 */
last_reviewed_on: string | null, 
/**
 * Primary source.
 */
primary_source: string, 
/**
 * Reference within the primary source.
 */
pinpoint: string | null, 
/**
 * Address of the primary source.
 */
url: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A reason for which an API key is refused before any policy is evaluated.
 */
export type KeyObstacle = "not_created" | "revoked" | "expired" | "disabled" | "owner_deactivated" | "address" | "address_unknown";

/**
 * How long a key that is replaced can still be used.
 */
export type KeyOverlap = "none" | "hour" | "day" | "week";

/**
 * An API key as the caller of an explained call.
 */
export type KeyResult = { key: ApiKey, 
/**
 * Why the key is refused, whatever its policies; empty if it is not.
 */
obstacles: Array<KeyObstacle>, 
/**
 * In the order of the scopes of the key. One of them must include the call, unless there are none.
 */
scopes: Array<ScopeResult>, };

/**
 * The change of a value over a number of days.
 */
export type LatestChange = { days: number, 
/**
 * Null if there was no value.
 */
amount: number | null, 
/**
 * As a fraction; null if the earlier value was not above zero.
 */
ratio: number | null, };

/**
 * The newest value of a series.
 */
export type LatestValue = { series_id: number, subject_kind: SubjectKind, subject_slug: string, subject_name: string, measure_slug: string, kind: MeasureKind, unit: string, network_slug: string | null, source: string, is_sample: boolean, 
/**
 * Null if it is withheld or was withdrawn.
 */
value: number | null, date: string | null, 
/**
 * Its age in days.
 */
age_days: number | null, 
/**
 * Whether it is older than its series allows.
 */
is_stale: boolean, 
/**
 * Over 1, 7, 30, 90 and 365 days, and over the days since the end of the previous year.
 */
changes: Array<LatestChange>, 
/**
 * Other sources whose value of that day differs from this one by more than the tolerance of the measure.
 */
differing: Array<SourceValue>, 
/**
 * Whether the value is the average of the month of `date`.
 */
is_average: boolean, 
/**
 * The day of the value; null without one, as `date` may be a day whose value is withheld.
 */
value_date: string | null, 
/**
 * Whether the value is a level from before yesterday. It stands for the days since, unless it is stale.
 */
is_carried: boolean, 
/**
 * Whether the day, week or month of the value is not over.
 */
is_partial: boolean, };

export type LeaveTeamResponse = Record<symbol, never>;

/**
 * Balances that an adjusted concentration leaves out.
 */
export type LeftOutBalances = { contract_count: number, 
/**
 * The share of these addresses in the circulating supply, as a fraction.
 */
contract_share: number, 
/**
 * Balances that are too small to count.
 */
dust_count: number, dust_share: number, };

/**
 * Limits on what a caller may take; each limit that is absent does not restrict.
 */
export type Limits = { rows_per_response?: number | null, rows_per_day?: number | null, requests_per_second?: number | null, burst?: number | null, requests_per_day?: number | null, concurrent?: number | null, 
/**
 * The permitted formats; empty for all.
 */
export_formats: Array<FileFormat>, export_rows?: number | null, };

/**
 * A linked account at a provider.
 */
export type LinkedAccount = { provider: string, linked_at: string, };

/**
 * A provider's account in the list of its owner.
 */
export type LinkedAccountEntry = { id: string, 
/**
 * The provider's name, or its id if it is no longer configured.
 */
provider_name: string, 
/**
 * The address that the provider named when the account was linked.
 */
email: string | null, linked_at: string, 
/**
 * Whether the account can sign the user in again for a change that needs a fresh sign-in.
 */
steps_up: boolean, };

export type ListAccessAuditEntriesResponse = { results: Array<AccessAuditEntry>, pagination: Pagination, };

/**
 * Lists the keys of the caller, or those of the active organization, of which the caller is an owner.
 */
export type ListApiKeysRequest = { is_organization: boolean, };

export type ListApiKeysResponse = { 
/**
 * The newest first; those that ended more than 90 days ago are not among them.
 */
results: Array<ApiKey>, 
/**
 * The most keys of the owner that can be used at a time.
 */
most_keys: number, };

export type ListArticlesResponse = { results: Array<Article>, pagination: Pagination, };

export type ListAssetClassesResponse = { results: Array<AssetClass>, pagination: Pagination, };

export type ListAssetProvidersResponse = { results: Array<AssetProvider>, pagination: Pagination, };

export type ListAssetsResponse = { results: Array<Asset>, pagination: Pagination, };

export type ListAuditEntriesResponse = { results: Array<AuditEntry>, pagination: Pagination, };

export type ListBridgesResponse = { results: Array<Bridge>, pagination: Pagination, };

export type ListCitationsResponse = { results: Array<Citation>, pagination: Pagination, };

export type ListCompaniesResponse = { results: Array<Company>, pagination: Pagination, };

export type ListComplianceEventsResponse = { results: Array<ComplianceEvent>, pagination: Pagination, };

export type ListCountriesResponse = { results: Array<Country>, pagination: Pagination, };

export type ListDataPartnersResponse = { results: Array<DataPartner>, pagination: Pagination, };

export type ListExportsResponse = { 
/**
 * The newest first.
 */
results: Array<AccountExport>, 
/**
 * How long after its request the erasure of an account is due, in seconds.
 */
erasure_grace_seconds: number, };

export type ListFeedsResponse = { results: Array<Feed>, pagination: Pagination, };

export type ListGroupsResponse = { results: Array<GroupRow>, 
/**
 * The number of groups, including those beyond the limit.
 */
groupCount: number, };

/**
 * Lists the keys of a user or of an organization for an administrator: one of the two.
 */
export type ListHeldApiKeysRequest = { user_id?: string | null, organization_id?: string | null, };

export type ListHeldApiKeysResponse = { 
/**
 * The newest first; those that ended more than 90 days ago are not among them.
 */
results: Array<HeldApiKey>, };

/**
 * Requests the holders of a role, or of all roles to which a policy is assigned; one of the two.
 */
export type ListHoldersRequest = { role_id?: string | null, policy_id?: string | null, 
/**
 * The `next_cursor` of the previous answer.
 */
cursor?: string | null, 
/**
 * 1 to 200; 50 if left out.
 */
per_page?: number | null, };

export type ListHoldersResponse = { 
/**
 * The earliest first.
 */
results: Array<Holder>, next_cursor: string | null, 
/**
 * The number of users with a role of their own, and of organizations.
 */
users: number, organizations: number, };

export type ListInvestmentsResponse = { results: Array<Investment>, pagination: Pagination, };

export type ListIssuersResponse = { results: Array<Issuer>, pagination: Pagination, };

export type ListJurisdictionEventsResponse = { results: Array<JurisdictionEvent>, pagination: Pagination, };

export type ListJurisdictionRulesResponse = { results: Array<JurisdictionRule>, pagination: Pagination, };

export type ListJurisdictionsResponse = { results: Array<Jurisdiction>, pagination: Pagination, };

export type ListLinkedAccountsResponse = { results: Array<LinkedAccountEntry>, };

export type ListLoadsResponse = { results: Array<Load>, pagination: Pagination, };

export type ListLoanPaymentsResponse = { results: Array<LoanPayment>, pagination: Pagination, };

export type ListLoanStatusChangesResponse = { results: Array<LoanStatusChange>, pagination: Pagination, };

export type ListLoansResponse = { results: Array<Loan>, pagination: Pagination, };

export type ListManagersResponse = { results: Array<Manager>, pagination: Pagination, };

export type ListMeasuresResponse = { results: Array<Measure>, pagination: Pagination, };

export type ListNetworksResponse = { results: Array<Network>, pagination: Pagination, };

export type ListOrganizationRolesResponse = { results: Array<OrganizationRoleEntry>, pagination: Pagination, };

export type ListOrganizationsResponse = { results: Array<OrganizationEntry>, pagination: Pagination, };

export type ListPasskeysResponse = { results: Array<PasskeyEntry>, 
/**
 * Whether a sign-in by mail or through a provider requires a passkey, too.
 */
second_factor: boolean, 
/**
 * Whether the installation requires it of this user, who is an administrator.
 */
second_factor_required: boolean, 
/**
 * The recovery codes that were not used yet.
 */
recovery_codes_left: number, };

/**
 * Requests the roles that allow an action at an endpoint on the selected records.
 */
export type ListPermittedRolesRequest = { action: Action, endpoint: Endpoint, selected: Array<SelectedValues>, };

export type ListPermittedRolesResponse = { 
/**
 * In the order of their names.
 */
results: Array<PermittedRole>, };

export type ListPlatformsResponse = { results: Array<Platform>, pagination: Pagination, };

export type ListPoliciesResponse = { results: Array<PolicyEntry>, pagination: Pagination, };

export type ListPolicyAssignmentsResponse = { results: Array<PolicyAssignmentEntry>, pagination: Pagination, };

export type ListPoolsResponse = { results: Array<Pool>, pagination: Pagination, };

export type ListPropertiesResponse = { results: Array<Property>, pagination: Pagination, };

export type ListRecordChangesRequest = { 
/**
 * The name of the table.
 */
resource: string, 
/**
 * The slug of the record, which may be removed.
 */
slug: string, 
/**
 * The `next_cursor` of the previous answer.
 */
cursor?: string | null, 
/**
 * 1 to 200; 50 if left out.
 */
per_page?: number | null, };

export type ListRegulatorsResponse = { results: Array<Regulator>, pagination: Pagination, };

export type ListReserveReportsResponse = { results: Array<ReserveReport>, pagination: Pagination, };

export type ListRestatementsResponse = { results: Array<Restatement>, pagination: Pagination, };

export type ListRolesResponse = { results: Array<RoleEntry>, pagination: Pagination, };

export type ListSectorsResponse = { results: Array<Sector>, pagination: Pagination, };

export type ListSeriesResponse = { results: Array<SeriesRecord>, pagination: Pagination, };

export type ListServiceProvidersResponse = { results: Array<ServiceProvider>, pagination: Pagination, };

export type ListSessionsResponse = { results: Array<SessionEntry>, };

export type ListSourceRanksResponse = { results: Array<SourceRank>, pagination: Pagination, };

export type ListSupplyAdjustmentsResponse = { results: Array<SupplyAdjustment>, pagination: Pagination, };

export type ListTaxonomiesResponse = { results: Array<Taxonomy>, pagination: Pagination, };

export type ListTaxonomyEntriesResponse = { results: Array<TaxonomyEntry>, pagination: Pagination, };

export type ListTeamInvitationsResponse = { results: Array<TeamInvitation>, };

export type ListTeamMembersResponse = { results: Array<TeamMember>, };

/**
 * The teams that the caller can join with their verified address.
 */
export type ListTeamOffersResponse = { invitations: Array<InvitationOffer>, joins: Array<JoinOffer>, };

export type ListTokensResponse = { results: Array<Token>, pagination: Pagination, };

export type ListTransactionsResponse = { results: Array<Transaction>, pagination: Pagination, 
/**
 * When the transfers were last compared with the database.
 */
current_at: string, };

export type ListUserRolesResponse = { results: Array<UserRoleEntry>, pagination: Pagination, };

export type ListUsersResponse = { results: Array<UserEntry>, pagination: Pagination, };

/**
 * A file or an answer that values were loaded from.
 */
export type Load = { id: number, file: string, source: string, licence: string, 
/**
 * The attribution that must be shown with the values.
 */
attribution: string | null, retrieved_on: string, 
/**
 * SHA-256 of the file and its metadata.
 */
hash: string, method_version: string, 
/**
 * The transformation of the values.
 */
transformation: string | null, is_sample: boolean, known_at: string, 
/**
 * The number of new or changed values.
 */
accepted: number, 
/**
 * How many of these are withheld.
 */
withheld: number, 
/**
 * How many of these replaced a value.
 */
restated: number, unchanged: number, series_count: number, first_date: string | null, last_date: string | null, withheld_reasons: Array<WithheldCount>, 
/**
 * The readers who may see the values, by the licence.
 */
visible_to: Visibility, 
/**
 * Whether the values may be part of files.
 */
is_redistributable: boolean, };

/**
 * A loan originated by a pool or a platform.
 */
export type Loan = { id: number, slug: string, name: string, 
/**
 * Pool that originated the loan.
 */
pool_id: number | null, pool_slug: string | null, pool_name: string | null, 
/**
 * Platform that originated the loan.
 */
platform_id: number, platform_slug: string, platform_name: string, 
/**
 * Network on which the loan is recorded.
 */
network_id: number | null, network_slug: string | null, network_name: string | null, 
/**
 * Issuer.
 */
issuer_id: number | null, issuer_slug: string | null, issuer_name: string | null, 
/**
 * Asset that the loan belongs to.
 */
asset_id: number | null, asset_slug: string | null, asset_name: string | null, 
/**
 * Contract address.
 */
address: string | null, 
/**
 * Borrower.
 */
borrower: string | null, 
/**
 * Status.
 */
status: Status, 
/**
 * Status in the wording of the platform.
 */
stated_status: string | null, 
/**
 * Time of the last observed change of status.
 */
status_changed_at: string | null, 
/**
 * Sector of the borrower.
 */
sector: LoanSector | null, 
/**
 * Region of the borrower.
 */
region: Region | null, 
/**
 * Type of collateral.
 */
collateral_type: CollateralType | null, 
/**
 * Description of the collateral.
 */
collateral_note: string | null, 
/**
 * Loan currency.
 */
currency: string, 
/**
 * Agreed principal.
 */
principal_amount: number, 
/**
 * Principal drawn.
 */
drawn_amount: number | null, 
/**
 * Outstanding principal.
 */
outstanding_amount: number | null, 
/**
 * Annual interest rate.
 */
interest_rate: number | null, 
/**
 * Annual rate on late payments.
 */
late_fee_rate: number | null, 
/**
 * Annual rate after default.
 */
default_rate: number | null, 
/**
 * Whether the term is open or fixed.
 */
term_type: string | null, 
/**
 * Repayment type.
 */
amortization: string | null, 
/**
 * Days between payments.
 */
payment_interval_days: number | null, 
/**
 * Number of payments.
 */
payment_count: number | null, 
/**
 * Origination date.
 */
originated_on: string | null, 
/**
 * Start date.
 */
starts_on: string | null, 
/**
 * Maturity date.
 */
ends_on: string | null, 
/**
 * Due date of the next payment.
 */
next_payment_on: string | null, 
/**
 * Days since the oldest missed payment was due.
 */
days_late: number | null, 
/**
 * Asset class.
 */
asset_class_slug: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A payment of a loan's schedule.
 */
export type LoanPayment = { id: number, slug: string, name: string, 
/**
 * Loan.
 */
loan_id: number, loan_slug: string, loan_name: string, 
/**
 * Payment number.
 */
number: number, 
/**
 * Due date.
 */
due_on: string, 
/**
 * Principal due.
 */
principal_amount: number, 
/**
 * Interest due.
 */
interest_amount: number, 
/**
 * Amount paid.
 */
paid_amount: number | null, 
/**
 * Payment date.
 */
paid_on: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The sector of a borrower.
 */
export type LoanSector = "agriculture" | "auto" | "bnpl" | "carbon_project" | "consumer" | "crypto_mining" | "crypto_trading" | "edtech" | "energy" | "fintech" | "freight_forwarding" | "gig_economy" | "healthcare" | "inventory" | "invoice" | "mortgages" | "msme" | "real_estate" | "revenue_advance" | "revenue_based" | "saas" | "salary_advances" | "sme" | "trade" | "none";

/**
 * A change of the status of a loan.
 */
export type LoanStatusChange = { id: number, slug: string, name: string, 
/**
 * Loan.
 */
loan_id: number, loan_slug: string, loan_name: string, 
/**
 * Previous status; empty for the first observation.
 */
from_status: Status | null, 
/**
 * New status.
 */
status: Status, 
/**
 * Time at which the change was observed.
 */
changed_at: string, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A company that manages the assets behind tokens.
 */
export type Manager = { id: number, slug: string, name: string, 
/**
 * Registered legal name.
 */
legal_name: string | null, 
/**
 * Country of the registered office.
 */
country_code: string | null, country_name: string | null, 
/**
 * Website.
 */
website: string | null, 
/**
 * Legal Entity Identifier (LEI).
 */
lei: string | null, 
/**
 * Registrant number at the SEC (CIK).
 */
cik: string | null, 
/**
 * Number of assets managed.
 */
asset_count: number, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A measure, such as total value or number of holders.
 */
export type Measure = { id: number, slug: string, name: string, 
/**
 * Key for use in programs.
 */
key: string, 
/**
 * Definition of the measure.
 */
description: string, 
/**
 * Unit.
 */
unit: string, 
/**
 * Stock (level), flow (sum over a period) or distinct count.
 */
kind: string, 
/**
 * Method of aggregation across assets.
 */
aggregation: string, 
/**
 * Source of the definition.
 */
definition_source: string, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The nature of a measure.
 */
export type MeasureKind = "stock" | "flow" | "distinct";

/**
 * An input of a member's derived number.
 */
export type MemberInput = { 
/**
 * Its name in the formula.
 */
role: string, series_id: number, subject_kind: SubjectKind, subject_slug: string, network_slug: string | null, measure_slug: string, source: string, 
/**
 * Its day; for a sum or an average, the first and the last day.
 */
from: string, to: string, value: number, };

/**
 * Another role for a member.
 */
export type MemberRole = { organization_id: string, user_id: string, role: MembershipRole, };

/**
 * The membership of a user in an organization.
 */
export type Membership = { id: string, role: MembershipRole, organization_id: string, organization: Organization, };

/**
 * The role of a member in an organization.
 */
export type MembershipRole = "owner" | "member";

/**
 * A blockchain or another ledger on which tokens are issued.
 */
export type Network = { id: number, slug: string, name: string, 
/**
 * Product identifier of the network.
 */
chain_identifier: string, 
/**
 * CAIP-2 namespace.
 */
namespace: string | null, 
/**
 * Reference within the CAIP-2 namespace.
 */
chain_reference: string | null, 
/**
 * CAIP-2 identifier.
 */
caip2: string | null, 
/**
 * Alternative CAIP-2 identifier of the same network.
 */
caip2_alternative: string | null, 
/**
 * Whether the network is EVM-compatible.
 */
is_evm: boolean, 
/**
 * EIP-155 chain id.
 */
evm_chain_id: number | null, 
/**
 * Symbol of the native currency.
 */
native_symbol: string | null, 
/**
 * Name of the block explorer.
 */
explorer_name: string | null, 
/**
 * Base address of the block explorer.
 */
explorer_url: string | null, 
/**
 * Badge colour.
 */
badge_color: string | null, 
/**
 * Source of the badge colour.
 */
badge_color_source: string | null, 
/**
 * Website.
 */
website: string | null, 
/**
 * Settlement layer or parent network.
 */
parent_id: number | null, parent_slug: string | null, parent_name: string | null, 
/**
 * Network of which this identifier is an alias; pages and totals exclude aliases.
 */
alias_of: string | null, 
/**
 * Number of assets with a token on the network, excluding sample data.
 */
asset_count: number, 
/**
 * Number of tokens on the network, excluding sample data.
 */
token_count: number, 
/**
 * Key at DefiLlama.
 */
defillama_key: string | null, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A new key with its secret, which is shown this once.
 */
export type NewApiKey = { key: ApiKey, 
/**
 * The whole text that programs send.
 */
secret: string, };

/**
 * An invitation to a team.
 */
export type NewInvitation = { organization_id: string, email: string, role: MembershipRole, };

/**
 * Somebody who has an account, by its address, and what they are to be in the team.
 */
export type NewOrganizationMember = { id: string, email: string, role: MembershipRole, };

/**
 * A team by its name.
 */
export type NewTeam = { name: string, };

/**
 * A version of the value of one day.
 */
export type ObservationVersion = { 
/**
 * Null if it is withheld or was withdrawn.
 */
value: number | null, known_at: string, 
/**
 * Why it is withheld.
 */
reason: string | null, reason_meaning: string | null, load: Load, };

/**
 * A reason for which a policy has no effect on a call.
 */
export type Obstacle = "role_disabled" | "role_not_held_yet" | "role_no_longer_held" | "assignment_disabled" | "assignment_not_started" | "assignment_expired" | "policy_draft" | "policy_archived" | "policy_not_started" | "policy_expired" | "address" | "endpoint" | "action" | "invalid";

/**
 * The occupation of a user.
 */
export type Occupation = "" | "Accountant" | "Analyst" | "Asset Issuer" | "Asset Manager" | "Asset Originator" | "Auditor" | "Business Development" | "Crypto Enthusiast" | "Application Developer" | "Protocol Developer" | "Financial Advisor" | "Insurance Professional" | "Investor - Credit" | "Investor - Equity" | "Investor - Real Estate" | "Investor - Other" | "Journalist/Reporter" | "Product" | "Regulator" | "Risk Manager" | "Trader" | "Underwriter" | "Venture Capitalist" | "Other";

/**
 * The operator of a comparison, or of a combination of filters.
 */
export type Operator = "and" | "or" | "equals" | "notEquals" | "gt" | "gte" | "lt" | "lte" | "like" | "ilike" | "notLike" | "startsWith" | "in" | "onOrAfter" | "onOrBefore";

/**
 * A team, or the personal organization of one user.
 */
export type Organization = { id: string, name: string, 
/**
 * The proved e-mail domain whose people are offered the team; none for a personal organization.
 */
domain: string | null, scope: OrganizationScope, plan: Plan, };

/**
 * An organization with all details for administrators.
 */
export type OrganizationDetail = { organization: OrganizationEntry, members: Array<OrganizationMember>, 
/**
 * The number of open invitations.
 */
invitations: number, 
/**
 * The domain that a team claims, and whether the claim is proved.
 */
domain_claim: DomainClaim | null, };

/**
 * The domain that a team claims; none withdraws the claim.
 */
export type OrganizationDomain = { id: string, domain: string | null, };

/**
 * An organization in the list of administrators.
 */
export type OrganizationEntry = { id: string, name: string, scope: OrganizationScope, 
/**
 * The e-mail domain that the team is open to.
 */
domain: string | null, plan: PlanType, created_at: string, members: number, 
/**
 * When the organization returns to the free plan; absent for a plan without an end.
 */
plan_ends_at: string | null, };

export type OrganizationId = { id: string, };

/**
 * A member for administrators.
 */
export type OrganizationMember = { user_id: string, name: string | null, email: string, role: MembershipRole, joined_at: string, state: AccountState, };

/**
 * One member of a team.
 */
export type OrganizationMemberId = { id: string, user_id: string, };

/**
 * Another role for a member of a team.
 */
export type OrganizationMemberRole = { id: string, user_id: string, role: MembershipRole, };

/**
 * Another name for a team.
 */
export type OrganizationName = { id: string, name: string, };

/**
 * Another plan for an organization, or another end of its plan.
 */
export type OrganizationPlan = { id: string, plan: PlanType, 
/**
 * When the organization returns to the free plan: required for a trial, refused for the free plan, and within ten years.
 */
ends_at?: string | null, };

/**
 * A role that an organization holds, and with it every member.
 */
export type OrganizationRole = { id: string, version: number, organization_id: string, role_id: string, source: RoleSource, starts_at: string | null, expires_at: string | null, reason: string, granted_by: string | null, created_at: string, updated_at: string, updated_by: string | null, };

/**
 * The role of an organization in lists.
 */
export type OrganizationRoleEntry = { organization_role: OrganizationRole, role_name: string, };

/**
 * The scope of an organization.
 */
export type OrganizationScope = "personal" | "team";

/**
 * The method by which a series is derived.
 */
export type OriginMethod = { 
/**
 * 0 for an aggregate.
 */
series_id: number, method_version: string, };

/**
 * Days of a series whose newest values came from one load at one instant.
 */
export type OriginRun = { series_id: number, first_date: string, last_date: string, known_at: string, load_id: number, 
/**
 * For a derived series, the input with these days; otherwise the series itself.
 */
input_id: number, };

/**
 * The position of a page among all rows.
 */
export type Pagination = { page: number, perPage: number, pageCount: number, 
/**
 * The number of rows that match the filter; on a page by cursor, the number when the first page was read.
 */
resultCount: number, 
/**
 * The cursor of the next page; null if there is none.
 */
nextCursor: string | null, };

/**
 * The page of rows: by number, or following an earlier answer by its cursor.
 */
export type Paging = { 
/**
 * Counted from 1.
 */
page?: number | null, 
/**
 * 1 to 1,000; 50 by default.
 */
perPage?: number | null, 
/**
 * The `nextCursor` of an answer to the same filter and sort.
 */
cursor?: string | null, };

/**
 * A passkey in the list of its owner.
 */
export type PasskeyEntry = { id: string, name: string, added_at: string, last_used_at: string | null, };

/**
 * A part of a scope: some fields and days of some records within some limits.
 */
export type Permission = { where: Array<Condition>, fields: Fields, time: TimeBounds, limits: Limits, };

/**
 * A role that allows at least a part of it.
 */
export type PermittedRole = { role_id: string, role_name: string, visibility: VisiblePart, 
/**
 * The number of users and of organizations that hold the role.
 */
users: number, organizations: number, };

/**
 * A subscription of an organization.
 */
export type Plan = { id: string, type: PlanType, organization_id: string, 
/**
 * When the organization returns to the free plan; absent for a plan without an end.
 */
ends_at: string | null, };

/**
 * A part of the data that a plan allows or denies, as one of its policies states it.
 */
export type PlanPart = { description: string, effect: Effect, actions: Array<Action>, endpoints: Array<Endpoint>, where: Array<Condition>, fields: Fields, time: TimeBounds, limits: Limits, };

/**
 * A plan of the installed policy set.
 */
export type PlanTerms = { plan: PlanType, parts: Array<PlanPart>, };

/**
 * The plan of an organization.
 */
export type PlanType = "FREE" | "TRIAL_ALL_ACCESS" | "TRIAL_PRIVATE_CREDIT" | "TRIAL_US_TREASURIES" | "TRIAL_STABLECOINS" | "PREMIUM_ALL_ACCESS" | "PREMIUM_PRIVATE_CREDIT" | "PREMIUM_US_TREASURIES" | "PREMIUM_STABLECOINS";

/**
 * The plan of an organization, with its use.
 */
export type PlanWithUse = { plan: GetPlanResponse, 
/**
 * The use of the rates by programs; none while it cannot be read, and where no rate is limited.
 */
rates: RatesInUse | null, };

/**
 * A company that tokenizes assets; pages on credit call the same record a protocol.
 */
export type Platform = { id: number, slug: string, name: string, 
/**
 * Whether the company is listed as a platform.
 */
is_platform: boolean, 
/**
 * Whether the company is listed as a protocol.
 */
is_protocol: boolean, 
/**
 * Parent platform.
 */
parent_id: number | null, parent_slug: string | null, parent_name: string | null, 
/**
 * Category of the platform.
 */
category: string | null, 
/**
 * Main asset class.
 */
asset_class_id: number | null, asset_class_slug: string | null, asset_class_name: string | null, 
/**
 * Networks supported, as reported by the source.
 */
network_slugs: Array<string>, 
/**
 * Networks on which its assets have tokens; derived from the tokens.
 */
token_network_slugs: Array<string>, 
/**
 * Website.
 */
website: string | null, 
/**
 * Description.
 */
description: string | null, 
/**
 * Operating status.
 */
status: string | null, 
/**
 * Date on which the adapter was first tracked; not the launch date.
 */
first_tracked_on: string | null, 
/**
 * First date with data.
 */
started_on: string | null, 
/**
 * Adapter in the DefiLlama repository.
 */
adapter: string | null, 
/**
 * Source of the identifier.
 */
id_source: string | null, 
/**
 * Number of assets.
 */
asset_count: number, 
/**
 * Number of pools.
 */
pool_count: number, 
/**
 * Number of loans originated.
 */
loan_count: number, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A rule about the data that callers receive: which actions at which endpoints, on which records, fields and days, and how
 * much.
 */
export type Policy = { id: string, 
/**
 * Counts the changes of the policy.
 */
version: number, name: string, description: string, status: PolicyStatus, 
/**
 * Whether it is a part of the policy set of the installation, which nobody edits.
 */
managed: boolean, effect: Effect, actions: Array<Action>, endpoints: Array<Endpoint>, 
/**
 * All of them must hold; at most one for a dimension.
 */
where: Array<Condition>, fields: Fields, time: TimeBounds, limits: Limits, 
/**
 * It has no effect before this moment.
 */
starts_at: string | null, 
/**
 * It has no effect from this moment on.
 */
expires_at: string | null, 
/**
 * The networks of callers to which it applies; empty for all.
 */
ip_cidrs: Array<string>, tags: Array<string>, created_at: string, created_by: string | null, updated_at: string, updated_by: string | null, };

/**
 * The assignment of a policy to a role.
 */
export type PolicyAssignment = { id: string, version: number, role_id: string, policy_id: string, starts_at: string | null, expires_at: string | null, status: AccessStatus, 
/**
 * Limits that replace those of the policy where they are tighter.
 */
limit_overrides: Limits | null, note: string, managed: boolean, created_at: string, created_by: string | null, updated_at: string, updated_by: string | null, };

/**
 * An assignment in lists.
 */
export type PolicyAssignmentEntry = { assignment: PolicyAssignment, role_name: string, policy_name: string, };

/**
 * A policy in lists.
 */
export type PolicyEntry = { policy: Policy, 
/**
 * The number of roles to which it is assigned.
 */
roles: number, };

/**
 * The values of a policy that administrators set.
 */
export type PolicyInput = { name: string, description: string, 
/**
 * Draft or active. An active policy does not become a draft again.
 */
status: PolicyStatus, effect: Effect, actions: Array<Action>, endpoints: Array<Endpoint>, where?: Array<Condition>, fields: Fields, time: TimeBounds, limits: Limits, starts_at?: string | null, expires_at?: string | null, ip_cidrs: Array<string>, tags: Array<string>, };

/**
 * A way from a role of the caller over an assignment to a policy.
 */
export type PolicyLink = { role_id: string, role_name: string, policy_assignment_id: string, policy_id: string, policy_version: number, policy_name: string, effect: Effect, 
/**
 * Why the policy has no effect on the call; empty if it has.
 */
obstacles: Array<Obstacle>, 
/**
 * In the order of the dimensions.
 */
conditions: Array<ConditionResult>, 
/**
 * When the caller's role, the assignment and the policy ended; absent for those that had not at the time of the call.
 */
role_ended_at: string | null, assignment_ended_at: string | null, policy_ended_at: string | null, };

/**
 * The state of a policy.
 */
export type PolicyStatus = "draft" | "active" | "archived";

/**
 * A lending pool.
 */
export type Pool = { id: number, slug: string, name: string, 
/**
 * Platform of the pool.
 */
platform_id: number, platform_slug: string, platform_name: string, 
/**
 * Borrower.
 */
borrower: string | null, 
/**
 * Category used by the platform.
 */
category: string | null, 
/**
 * Sector of the loans.
 */
sector: LoanSector | null, 
/**
 * Lending region.
 */
region: Region | null, 
/**
 * Type of collateral.
 */
collateral_type: CollateralType | null, 
/**
 * Network of the pool.
 */
network_id: number | null, network_slug: string | null, network_name: string | null, 
/**
 * Contract address.
 */
address: string | null, 
/**
 * Previous contract address.
 */
predecessor_address: string | null, 
/**
 * Lending currency.
 */
currency: string | null, 
/**
 * Status.
 */
status: Status | null, 
/**
 * Launch date.
 */
launched_on: string | null, 
/**
 * Typical loan term.
 */
asset_maturity: string | null, 
/**
 * Token of the senior tranche.
 */
senior_asset_id: number | null, senior_asset_slug: string | null, senior_asset_name: string | null, 
/**
 * Token of the junior tranche.
 */
junior_asset_id: number | null, junior_asset_slug: string | null, junior_asset_name: string | null, 
/**
 * Maximum capacity.
 */
capacity_amount: number | null, 
/**
 * Capital contributed by lenders.
 */
funded_amount: number | null, 
/**
 * Cumulative amount financed.
 */
financed_amount: number | null, 
/**
 * Number of financings.
 */
financing_count: number | null, 
/**
 * Annual rate of the senior tranche.
 */
senior_rate: number | null, 
/**
 * Lock-up period.
 */
lock_up_days: number | null, 
/**
 * Number of loans.
 */
loan_count: number, 
/**
 * Website of the borrower.
 */
website: string | null, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The interface preferences of a user.
 */
export type Preferences = { darkMode: boolean, };

/**
 * Preferences, to save or saved.
 */
export type PreferencesUpdate = { preferences: Preferences, };

/**
 * The effect of a change before it is made.
 */
export type Preview = { 
/**
 * The number of roles that change, and of the users and organizations that hold them. Members of an organization are not
 * counted.
 */
roles: number, users: number, organizations: number, 
/**
 * The actions that some of them can do afterwards and cannot now, at least in part.
 */
adds: Array<ActionAtEndpoint>, 
/**
 * The actions that some of them can do now and cannot afterwards, at least in part.
 */
removes: Array<ActionAtEndpoint>, };

/**
 * An action of a visitor.
 */
export type ProductEvent = { name: string, logRocketSessionUrl?: string | null, properties: { pathname: string; [property: string]: unknown }, };

/**
 * The profile of a user.
 */
export type Profile = { occupation: Occupation, acquisitionChannel: AcquisitionChannel, assetClassInterests: Array<AssetClassInterest>, shouldReceiveMarketing: boolean, };

/**
 * A profile, to save or saved.
 */
export type ProfileUpdate = { profile: Profile, };

/**
 * The location of real estate.
 */
export type Property = { id: number, slug: string, name: string, 
/**
 * Asset.
 */
asset_id: number, asset_slug: string, asset_name: string, 
/**
 * Street and number.
 */
street: string | null, 
/**
 * City.
 */
city: string | null, 
/**
 * State or province.
 */
state: string | null, 
/**
 * Country.
 */
country_code: string | null, country_name: string | null, 
/**
 * Latitude in degrees.
 */
latitude: number | null, 
/**
 * Longitude in degrees.
 */
longitude: number | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

/**
 * A query of a resource.
 */
export type Query = { filter?: Filter | null, 
/**
 * For groups: `count`, `value` or the name of the grouping field.
 */
sort?: Sort | null, pagination?: Paging | null, aggregate?: Aggregate | null, 
/**
 * Rows as known at this instant or at the end of this day, by default now; only for lists whose rows have a time of
 * becoming known.
 */
as_of?: string | null, };

export type QueryValue = string | number | boolean | null | Array<string | number>;

/**
 * A rate: the uses that are allowed at once, which come back evenly.
 */
export type RateInUse = { limit: number, used: number, 
/**
 * The time in which all of them come back.
 */
window_seconds: number, 
/**
 * The time until none counts as used any more.
 */
whole_in_seconds: number, };

/**
 * The rates of a plan, each with its use; a rate that the plan does not have is absent.
 */
export type RatesInUse = { 
/**
 * Requests at once.
 */
requests: RateInUse | null, requests_per_day: RateInUse | null, rows_per_day: RateInUse | null, };

export type ReactivateUserResponse = Record<symbol, never>;

/**
 * The change of a record.
 */
export type RecordAction = "created" | "updated" | "removed" | "unchanged";

/**
 * One change of a record.
 */
export type RecordChangeEntry = { id: number, resource: string, record_id: number, slug: string, action: RecordAction, 
/**
 * The user who made it.
 */
changed_by: string, changed_at: string, 
/**
 * The columns that differ.
 */
columns: Array<string>, 
/**
 * The record before by its columns; null if it was not there.
 */
before: Record<string, unknown> | null, 
/**
 * The record after; null if it is gone.
 */
after: Record<string, unknown> | null, };

/**
 * The changes of a record, the newest first.
 */
export type RecordChanges = { results: Array<RecordChangeEntry>, next_cursor: string | null, };

/**
 * The kind of the record of an audit entry.
 */
export type RecordKind = "role" | "policy" | "policy_assignment" | "user_role" | "organization_role" | "api_key" | "calls";

export type RecordToRemove = { resource: string, slug: string, };

/**
 * Records of one kind to be written, all or none. The columns are those of import files; one that is left out
 * stays as it is, null empties it. `updated_at` is the state that a change was made on: another one is refused.
 */
export type RecordsToSave = { resource: string, records: { slug: string; [column: string]: string | number | boolean | null | (string | number)[] }[], };

/**
 * A region of the world.
 */
export type Region = "africa" | "asia" | "europe" | "north_america" | "latin_america" | "middle_east" | "oceania";

/**
 * A supervisory authority.
 */
export type Regulator = { id: number, slug: string, name: string, 
/**
 * Jurisdiction.
 */
jurisdiction_code: string, jurisdiction_name: string, 
/**
 * Acronym.
 */
acronym: string | null, 
/**
 * Website.
 */
website: string | null, 
/**
 * Whether it is the primary regulator.
 */
is_primary: boolean | null, 
/**
 * Area of supervision.
 */
scope: string, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

export type RemoveLinkedAccount = { id: string, };

export type RemoveLinkedAccountResponse = Record<symbol, never>;

export type RemoveOrganizationMemberResponse = Record<symbol, never>;

export type RemovePasskey = { id: string, };

export type RemovePasskeyResponse = Record<symbol, never>;

export type RemovePolicyAssignmentRequest = { id: string, version: number, reason?: string | null, };

export type RemoveRecordResponse = Record<symbol, never>;

export type RemoveTeamMemberResponse = Record<symbol, never>;

export type RemoveUserPasskeysResponse = { 
/**
 * The number of removed passkeys.
 */
removed: number, };

export type RenameOrganizationResponse = Record<symbol, never>;

/**
 * The new name of a passkey.
 */
export type RenamePasskey = { id: string, name: string, };

export type RenamePasskeyResponse = Record<symbol, never>;

export type RenameTeamResponse = Record<symbol, never>;

export type RenewRecoveryCodesResponse = { 
/**
 * The new codes, which are shown once.
 */
recovery_codes: Array<string>, };

export type RequestErasureResponse = { due_at: string, };

/**
 * Asks the operator of the installation for another plan of the caller's active organization.
 */
export type RequestPlanRequest = { plan: PlanType, 
/**
 * At most 2,000 characters.
 */
message: string, };

export type RequestPlanResponse = { request: RequestedPlan, };

/**
 * A request for another plan, which is open until the plan changes or its time is over.
 */
export type RequestedPlan = { id: string, plan: PlanType, 
/**
 * Why the plan is wanted, in the words of the person.
 */
message: string, 
/**
 * The person who asked.
 */
user_id: string, requested_at: string, closes_at: string, };

export type ResendTeamInvitationResponse = { invitation: TeamInvitation, };

/**
 * A report on the reserves of one asset, or of all assets of an issuer, confirmed by an attestor.
 */
export type ReserveReport = { id: number, slug: string, name: string, 
/**
 * Issuer whose reserves are reported.
 */
issuer_id: number, issuer_slug: string, issuer_name: string, 
/**
 * Asset that the reserves back; empty if the report covers all assets of the issuer.
 */
asset_id: number | null, asset_slug: string | null, asset_name: string | null, 
/**
 * Date of the reserves.
 */
reported_on: string, 
/**
 * Firm that confirms the report.
 */
attestor: string, 
/**
 * Address of the document.
 */
document_url: string, 
/**
 * SHA-256 digest of the document.
 */
document_sha256: string, 
/**
 * Currency of the amounts.
 */
currency: string, 
/**
 * Total of the reserves.
 */
total_amount: number, 
/**
 * Reserves by kind of asset, such as cash: 1000.00; empty if not disclosed.
 */
composition: Array<string>, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

/**
 * The metadata of a resource.
 */
export type ResourceMeta = { resource: string, 
/**
 * The unique field.
 */
key: string, defaultSort: Sort, fields: Array<FieldMeta>, 
/**
 * The fields by which records refer to those of this resource.
 */
referencedBy: Array<FieldReference>, };

/**
 * A value that replaced an earlier one.
 */
export type Restatement = { id: number, series_id: number, subject_kind: SubjectKind, subject_slug: string, subject_name: string, network_slug: string | null, measure_slug: string, unit: string, source: string, date: string, known_at: string, value: number | null, reason: string | null, earlier_value: number | null, earlier_reason: string | null, earlier_known_at: string, load_id: number, is_sample: boolean, 
/**
 * The licence of the load.
 */
licence: string, 
/**
 * The attribution that must be shown with the values.
 */
attribution: string | null, method_version: string, 
/**
 * The readers who may see the values of the series, by its licences.
 */
visible_to: Visibility, 
/**
 * Whether they may be part of files.
 */
is_redistributable: boolean, measure_name: string, 
/**
 * The meaning of the reason, in words.
 */
reason_meaning: string | null, earlier_reason_meaning: string | null, };

/**
 * Why a key was revoked.
 */
export type RevocationReason = "owner" | "rotated" | "leaked" | "membership_ended" | "organization_removed" | "user_erased" | "administrator";

/**
 * Revokes a key for good.
 */
export type RevokeApiKeyRequest = { id: string, version: number, };

export type RevokeApiKeyResponse = { key: ApiKey, };

export type RevokeOtherSessionsResponse = { revoked: number, };

export type RevokeSession = { id: string, };

export type RevokeSessionResponse = Record<symbol, never>;

export type RevokeTeamInvitationResponse = Record<symbol, never>;

/**
 * The role of a user in the installation.
 */
export type Role = "CUSTOMER" | "ADMIN";

/**
 * A role in lists.
 */
export type RoleEntry = { role: AccessRole, 
/**
 * The number of policies that are assigned to it.
 */
policies: number, 
/**
 * The number of users and of organizations that hold it.
 */
users: number, organizations: number, };

/**
 * The values of a role that administrators set.
 */
export type RoleInput = { name: string, display_name: string, description: string, };

/**
 * The purpose of a role.
 */
export type RoleKind = "custom" | "plan" | "internal";

/**
 * Another role for a user.
 */
export type RoleOfUser = { id: string, role: Role, };

/**
 * Why an organization holds a role.
 */
export type RoleSource = "plan" | "manual" | "trial";

/**
 * Replaces a key by another one with the same values.
 */
export type RotateApiKeyRequest = { id: string, version: number, overlap: KeyOverlap, };

export type SaveRecordsResponse = { 
/**
 * In the order of the request.
 */
results: Array<SavedRecord>, };

/**
 * The role of an organization after its change, or as it was before its end.
 */
export type SavedOrganizationRole = { organization_role: OrganizationRole, epoch: number, };

/**
 * A policy after its change.
 */
export type SavedPolicy = { policy: Policy, epoch: number, };

/**
 * An assignment after its change, or as it was before its removal.
 */
export type SavedPolicyAssignment = { assignment: PolicyAssignment, epoch: number, };

/**
 * A record after the call.
 */
export type SavedRecord = { id: number, slug: string, action: RecordAction, updated_at: string, };

/**
 * A role after its change.
 */
export type SavedRole = { role: AccessRole, 
/**
 * The epoch with which the change takes effect.
 */
epoch: number, };

/**
 * The role of a user after its change, or as it was before its end.
 */
export type SavedUserRole = { user_role: UserRole, epoch: number, };

/**
 * The kind of the organization; a new team may be renamed.
 */
export type ScopeOfOrganization = { id: string, scope: OrganizationScope, name?: string | null, };

/**
 * A scope of an API key against the call.
 */
export type ScopeResult = { 
/**
 * Why the scope does not include the call; empty if it does.
 */
obstacles: Array<Obstacle>, 
/**
 * In the order of the dimensions.
 */
conditions: Array<ConditionResult>, };

/**
 * A group of suggested pages.
 */
export type SearchGroup = { key: string, label: string, items: Array<SearchItem>, };

/**
 * A suggested page.
 */
export type SearchItem = { id: string, label: string, subtitle: string | null, href: string, icon: string | null, };

/**
 * Whether sign-ins require a passkey.
 */
export type SecondFactor = { enabled: boolean, };

/**
 * A sector of the economy.
 */
export type Sector = { id: number, slug: string, name: string, 
/**
 * Key for use in programs.
 */
key: string, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The values that a request selects in a dimension: records have at least one of them.
 */
export type SelectedValues = { dimension: Dimension, ids: Array<number>, };

/**
 * A group of members.
 */
export type SeriesGroup = { 
/**
 * The value of the dimension; null for members without one and for all other groups together.
 */
key: string | null, 
/**
 * Whether it contains the groups beyond the limit.
 */
is_other: boolean, 
/**
 * The number of series.
 */
member_count: number, values: Array<number | null>, 
/**
 * The share of members with a value in the interval; for a sum over several days, of those without a withheld day.
 */
coverage: Array<number | null>, has_sample: boolean, 
/**
 * How many members lack a value, or days of their sum, in some interval because values are withheld.
 */
withheld_count: number, 
/**
 * The newest day with a value of any member: in the range, or before it if the value is carried into the range.
 */
last_date: string | null, 
/**
 * For how many days a value of that day is carried; the longest of several members. After them the group is stale, even
 * if values of members with rarer updates are still carried. 0 without such a day.
 */
carry_days: number, 
/**
 * The values that need an explanation, in their order.
 */
qualifiers: Array<ValueQualifier>, 
/**
 * How many of the members are sample data.
 */
sample_count: number, };

/**
 * The dimension that the members of an aggregate are grouped by.
 */
export type SeriesGroupBy = "none" | "asset" | "token" | "network" | "platform" | "issuer" | "manager" | "asset_class" | "country" | "parent_network";

/**
 * The interval of one value; weeks start on Monday.
 */
export type SeriesInterval = "day" | "week" | "month" | "quarter" | "year";

/**
 * Identifies one series.
 */
export type SeriesKey = { subject_kind: SubjectKind, subject_slug: string, 
/**
 * Its slug, its number, or the name that programs use.
 */
measure: string, 
/**
 * The network, if the series belongs to one.
 */
network_slug?: string | null, 
/**
 * The source, if there are several; by default the first one.
 */
source?: string | null, };

/**
 * A series of the answer.
 */
export type SeriesLine = { series_id: number, subject_kind: SubjectKind, subject_slug: string, subject_name: string, measure_slug: string, measure_name: string, kind: MeasureKind, unit: string, network_slug: string | null, source: string, is_sample: boolean, 
/**
 * The day of its newest value.
 */
last_date: string | null, 
/**
 * One for each interval of the answer.
 */
values: Array<number | null>, 
/**
 * For how many days its newest value is carried; after them it is stale.
 */
carry_days: number, 
/**
 * The values that need an explanation, in their order.
 */
qualifiers: Array<ValueQualifier>, };

/**
 * The form in which a measure is shown.
 */
export type SeriesMode = "level" | "flow" | "cumulative";

/**
 * The record of a series.
 */
export type SeriesRecord = { id: number, subject_kind: SubjectKind, subject_slug: string, subject_name: string, network_slug: string | null, measure_slug: string, measure_name: string, kind: MeasureKind, unit: string, source: string, 
/**
 * For how many days the last value is carried if none follows.
 */
carry_days: number, is_sample: boolean, 
/**
 * The licences of all its loads.
 */
licence: string, 
/**
 * The readers who may see the values: the strictest rule of all its loads.
 */
visible_to: Visibility, 
/**
 * Whether the values may be part of files: not if one of its loads may not.
 */
is_redistributable: boolean, };

/**
 * A company that serves assets, such as a custodian or an auditor.
 */
export type ServiceProvider = { id: number, slug: string, name: string, 
/**
 * Registered legal name.
 */
legal_name: string | null, 
/**
 * Roles of the service provider.
 */
roles: Array<string>, 
/**
 * Country of the registered office.
 */
country_code: string | null, country_name: string | null, 
/**
 * Website.
 */
website: string | null, 
/**
 * Legal Entity Identifier (LEI).
 */
lei: string | null, 
/**
 * Registrant number at the SEC (CIK).
 */
cik: string | null, 
/**
 * Notes for readers.
 */
note: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * A session in the list of its owner.
 */
export type SessionEntry = { id: string, 
/**
 * Whether it is the session of the request.
 */
current: boolean, created_at: string, last_seen_at: string, expires_at: string, method: SignInMethod, 
/**
 * The user agent at sign-in.
 */
user_agent: string, 
/**
 * The network of the address at sign-in.
 */
network: string, };

/**
 * Disables, enables or revokes a key of somebody else.
 */
export type SetApiKeyStatusRequest = { id: string, version: number, status: ApiKeyStatus, 
/**
 * Required. It is kept in the history.
 */
reason: string, };

export type SetApiKeyStatusResponse = { key: ApiKey, };

export type SetOrganizationDomainResponse = { domain: string | null, };

export type SetOrganizationMemberRoleResponse = Record<symbol, never>;

export type SetOrganizationPlanResponse = Record<symbol, never>;

export type SetOrganizationScopeResponse = { 
/**
 * The user whose personal organization it is or was; absent if nothing changed.
 */
user_id: string | null, };

/**
 * Disables a role, so that nobody has its policies, or enables it again.
 */
export type SetRoleStatusRequest = { id: string, version: number, status: AccessStatus, reason?: string | null, };

export type SetSecondFactorResponse = { 
/**
 * New recovery codes, which are shown once; none when it is turned off.
 */
recovery_codes: Array<string>, };

export type SetTeamMemberRoleResponse = Record<symbol, never>;

export type SetUserFeaturesResponse = Record<symbol, never>;

export type SetUserRoleResponse = Record<symbol, never>;

/**
 * The parts of a share.
 */
export type ShareExplanation = { 
/**
 * The sum of the group, and the sum of all members.
 */
part: number | null, whole: number | null, 
/**
 * For a change, the earlier day and the sums of that day.
 */
earlier_date: string | null, earlier_part: number | null, earlier_whole: number | null, 
/**
 * For a concentration, the 20 largest groups, whose shares are squared; for a share of the largest, these.
 */
groups: Array<ShareOfWhole>, 
/**
 * The number of further groups.
 */
more_groups: number, 
/**
 * For these numbers, the share of the members without a group, which rank nowhere, and the most that the number can be.
 */
undisclosed_share: number | null, at_most: number | null, };

/**
 * The share of a group in the whole.
 */
export type ShareOfWhole = { key: string | null, 
/**
 * Its sum.
 */
part: number | null, 
/**
 * Its share of the whole.
 */
share: number | null, };

/**
 * The way of signing in of a session.
 */
export type SignInMethod = "email" | "oidc" | "passkey";

/**
 * The order of rows. Rows without a value come last in either direction, equal rows by their key.
 */
export type Sort = { field: string, direction: SortDirection, };

export type SortDirection = "asc" | "desc";

/**
 * The rank of a source for a measure, or for all measures, in a period. Where several sources report a measure of a subject,
 * the one with the lowest rank counts on each day.
 */
export type SourceRank = { id: number, slug: string, name: string, 
/**
 * Source of the values, as their import names it.
 */
source_slug: string, 
/**
 * Measure that the rank is for; empty if it is for all measures of the source.
 */
measure_id: number | null, measure_slug: string | null, measure_name: string | null, 
/**
 * Place among the sources; 1 counts first.
 */
rank: number, 
/**
 * First day of the values that the rank is for.
 */
valid_from: string, 
/**
 * Last day; empty if the rank has no end.
 */
valid_until: string | null, 
/**
 * Reason for the rank.
 */
reason: string, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The value that one of several sources reports for a number.
 */
export type SourceValue = { source: string, 
/**
 * Null if it reports none of that day, or if its value is withheld.
 */
value: number | null, 
/**
 * Why its value is withheld.
 */
reason: string | null, 
/**
 * Its rank on that day; 1 counts first. Null without a rank: on days with ranks only the source that was loaded first
 * counts then, after the others; on other days the first loaded whose last value still stands.
 */
rank: number | null, 
/**
 * When the rank became known.
 */
rank_known_at: string | null, 
/**
 * Whether its value is the one that counts.
 */
is_taken: boolean, 
/**
 * Whether its value differs from the one that counts by more than the tolerance of the measure.
 */
differs: boolean, };

/**
 * The options with which the browser creates a passkey.
 */
export type StartPasskeyRegistrationResponse = { 
/**
 * PublicKeyCredentialCreationOptionsJSON of WebAuthn, as text.
 */
options: string, };

/**
 * The status of a loan, a pool or an investment.
 */
export type Status = "late" | "full" | "repaid" | "open" | "defaulted" | "funded" | "active" | "closed" | "liquidated";

/**
 * The kind of subject of a series.
 */
export type SubjectKind = "asset" | "token" | "network" | "platform" | "pool" | "loan" | "benchmark";

/**
 * An address whose balance is excluded from the supply.
 */
export type SupplyAdjustment = { id: number, slug: string, name: string, 
/**
 * Asset.
 */
asset_id: number, asset_slug: string, asset_name: string, 
/**
 * Network.
 */
network_id: number, network_slug: string, network_name: string, 
/**
 * Address.
 */
address: string, 
/**
 * Reason for the exclusion from supply.
 */
kind: string, 
/**
 * Network whose bridged supply the escrow backs.
 */
escrow_of_id: number | null, escrow_of_slug: string | null, escrow_of_name: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, 
/**
 * The readers who may see it, by the licence: everybody, members or administrators.
 */
visible_to: string, 
/**
 * Whether the licence allows it in files.
 */
is_redistributable: boolean, };

export type SwitchOrganizationResponse = Record<symbol, never>;

/**
 * A version of the classification of asset classes.
 */
export type Taxonomy = { id: number, slug: string, name: string, 
/**
 * Purpose of the classification.
 */
description: string, 
/**
 * Whether the classification is in use.
 */
is_current: boolean, 
/**
 * Date from which it is valid.
 */
valid_from: string | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The group of an asset class in a version of the classification.
 */
export type TaxonomyEntry = { id: number, slug: string, name: string, 
/**
 * Version of the classification.
 */
taxonomy_id: number, taxonomy_slug: string, taxonomy_name: string, 
/**
 * Asset class.
 */
asset_class_id: number, asset_class_slug: string, asset_class_name: string, 
/**
 * Group that contains the class.
 */
group_slug: string, 
/**
 * Name of the group.
 */
group_name: string, 
/**
 * Position of the group.
 */
position: number, 
/**
 * Whether headline totals include the class.
 */
is_in_totals: boolean, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * The domain that a team claims.
 */
export type TeamDomain = { organization_id: string, domain: string, };

/**
 * One of the caller's organizations.
 */
export type TeamId = { organization_id: string, };

/**
 * An invitation in the list of the team's owners.
 */
export type TeamInvitation = { id: string, email: string, role: MembershipRole, 
/**
 * The address of the user who sent it last.
 */
invited_by: string | null, sent_at: string, expires_at: string, expired: boolean, };

export type TeamInvitationId = { organization_id: string, id: string, };

/**
 * A member in the list of the team.
 */
export type TeamMember = { user_id: string, name: string | null, email: string, role: MembershipRole, joined_at: string, };

export type TeamMemberId = { organization_id: string, user_id: string, };

/**
 * Another name for a team.
 */
export type TeamName = { organization_id: string, name: string, };

/**
 * The days whose values a policy allows; each bound that is absent does not restrict.
 */
export type TimeBounds = { 
/**
 * The first day, YYYY-MM-DD.
 */
from?: string | null, 
/**
 * The last day, YYYY-MM-DD.
 */
to?: string | null, 
/**
 * The number of days before today on which the first day is.
 */
max_days_back?: number | null, 
/**
 * The age of the newest value at least.
 */
min_lag_minutes?: number | null, granularity_min?: Granularity | null, };

/**
 * A token of an asset: a contract, mint or record on a network; without a network it is off-chain.
 */
export type Token = { id: number, slug: string, name: string, 
/**
 * Asset that the token represents; empty for tokens known only from a list.
 */
asset_id: number | null, asset_slug: string | null, asset_name: string | null, 
/**
 * Network on which the token is issued.
 */
network_id: number | null, network_slug: string | null, network_name: string | null, 
/**
 * Platform that issued the token, if different from the platform of the asset.
 */
platform_id: number | null, platform_slug: string | null, platform_name: string | null, 
/**
 * Token address, in the notation of the network.
 */
address: string | null, 
/**
 * Token symbol.
 */
symbol: string | null, 
/**
 * Number of decimals.
 */
decimals: number | null, 
/**
 * Source of the number of decimals.
 */
decimals_source: string | null, 
/**
 * Token standard.
 */
standard: string | null, 
/**
 * Share class that the token represents.
 */
share_class: string | null, 
/**
 * Whether the token is transferable on a network or a book entry.
 */
token_type: string, 
/**
 * Relation to the original token of the asset.
 */
relation: string | null, 
/**
 * Network from which the token was bridged.
 */
bridged_from: string | null, 
/**
 * Distributed if the token can leave its platform, represented if it cannot.
 */
tokenization_type: TokenizationType | null, 
/**
 * Evidence for the tokenization type.
 */
tokenization_evidence: string | null, 
/**
 * Address of the evidence.
 */
tokenization_evidence_url: string | null, 
/**
 * Whether transfers can be paused.
 */
is_pausable: boolean | null, 
/**
 * Whether holdings can be frozen.
 */
is_freezable: boolean | null, 
/**
 * Whether holders must be on an allow list.
 */
has_allow_list: boolean | null, 
/**
 * Whether the contract is upgradeable.
 */
is_upgradeable: boolean | null, 
/**
 * Asset class.
 */
asset_class_slug: string | null, 
/**
 * Group of the asset class in the classification in use.
 */
class_group: string | null, 
/**
 * Whether headline totals include the asset class.
 */
is_in_totals: boolean | null, source: string, licence: string, retrieved_on: string, is_sample: boolean, updated_at: string, };

/**
 * Whether a token can leave its platform and move between wallets, or is a record of the platform's ledger.
 */
export type TokenizationType = "distributed" | "represented";

/**
 * An address and its balance.
 */
export type TopHolder = { 
/**
 * The largest is 1.
 */
rank: number, address: string, 
/**
 * Whether it belongs to the issuer, so that its balance does not circulate.
 */
is_issuer: boolean, 
/**
 * In the smallest parts of the token, with all digits.
 */
balance_raw: string, 
/**
 * In units.
 */
balance: number, 
/**
 * As a fraction of the supply.
 */
share: number, value_dollar: number | null, 
/**
 * Null if it is not known.
 */
address_kind: AddressKind | null, };

/**
 * A mint, burn or transfer of a token.
 */
export type Transaction = { id: number, happened_at: string, kind: TransferKind, token_slug: string, token_name: string, asset_slug: string | null, asset_name: string | null, network_slug: string | null, platform_slug: string | null, asset_class_slug: string | null, block_number: number, transaction_hash: string, 
/**
 * The position within the transaction.
 */
log_index: number, 
/**
 * Absent for a mint.
 */
from_address: string | null, 
/**
 * Absent for a burn.
 */
to_address: string | null, 
/**
 * In the smallest parts of the token, with all digits.
 */
amount_raw: string, 
/**
 * In units.
 */
amount: number, 
/**
 * At the net asset value of the day, otherwise at the price; null if neither was known.
 */
value_dollar: number | null, is_sample: boolean, 
/**
 * Its source.
 */
source: string | null, 
/**
 * Its licence.
 */
licence: string | null, 
/**
 * The attribution that must be shown with it.
 */
attribution: string | null, 
/**
 * Its load.
 */
load_id: number, 
/**
 * When it was loaded.
 */
known_at: string | null, 
/**
 * The method by which it was obtained.
 */
method_version: string | null, 
/**
 * The readers who may see it, by the licence.
 */
visible_to: Visibility, 
/**
 * Whether it may be part of files.
 */
is_redistributable: boolean, };

/**
 * The kind of a transaction of a token.
 */
export type TransferKind = "mint" | "burn" | "transfer" | "bridge_in" | "bridge_out" | "forced" | "lock";

/**
 * The members without a value of the dimension, where the shares of all groups make a number. They count in the total and
 * in no group, so that the number is the least that it can be. One value for each interval.
 */
export type UndisclosedPart = { 
/**
 * Their share of the total.
 */
shares: Array<number | null>, 
/**
 * The most that the number can be: as if the largest group held all of it.
 */
at_most: Array<number | null>, };

/**
 * A key of the request without a series.
 */
export type UnknownSeries = { 
/**
 * Its position among the keys.
 */
position: number, 
/**
 * The reason and the message with which `GetSeries` fails for it.
 */
reason: string, message: string, };

export type UpdateApiKeyRequest = { id: string, version: number, key: ApiKeyInput, };

export type UpdateApiKeyResponse = { key: ApiKey, };

export type UpdateOrganizationRoleRequest = { id: string, version: number, starts_at?: string | null, expires_at?: string | null, reason: string, };

export type UpdatePolicyAssignmentRequest = { id: string, version: number, terms: AssignmentTerms, };

export type UpdatePolicyRequest = { id: string, version: number, policy: PolicyInput, reason?: string | null, };

export type UpdateRoleRequest = { id: string, 
/**
 * The version that the change is based on.
 */
version: number, role: RoleInput, reason?: string | null, };

export type UpdateUserRoleRequest = { id: string, version: number, starts_at?: string | null, expires_at?: string | null, reason: string, };

/**
 * A user with all details for administrators.
 */
export type UserDetail = { user: UserEntry, email_verified_at: string | null, updated_at: string, 
/**
 * The features enabled for this user, without those of the role.
 */
own_features: Array<Feature>, memberships: Array<UserMembership>, accounts: Array<LinkedAccount>, passkeys: number, 
/**
 * Whether a sign-in by mail or through a provider requires a passkey, too.
 */
second_factor: boolean, };

/**
 * A user in the list of administrators.
 */
export type UserEntry = { id: string, email: string, name: string | null, role: Role, created_at: string, 
/**
 * The enabled features; an administrator has all.
 */
features: Array<Feature>, state: AccountState, 
/**
 * When the user was deactivated.
 */
deactivated_at: string | null, 
/**
 * Whether the address is verified.
 */
email_verified: boolean, 
/**
 * The active organization.
 */
organization_id: string, organization_name: string, organization_scope: OrganizationScope, plan: PlanType, 
/**
 * The number of valid sessions.
 */
sessions: number, };

/**
 * The flags that are to be on; all others are off.
 */
export type UserFeatures = { id: string, features: Array<Feature>, };

export type UserId = { id: string, };

/**
 * An organization of a user.
 */
export type UserMembership = { organization_id: string, organization_name: string, scope: OrganizationScope, plan: PlanType, role: MembershipRole, joined_at: string, 
/**
 * Whether it is the active one.
 */
active: boolean, };

/**
 * A user and, for those who read the history, why.
 */
export type UserNote = { id: string, note?: string | null, };

/**
 * A user with organization, profile, preferences, memberships and flags.
 */
export type UserRecord = { id: string, name: string | null, email: string, emailVerified: string | null, image: string | null, role: Role, organization: Organization, profile: Profile, preferences: Preferences, memberships: Array<Membership>, features: Features, intercom_hmac: string | null, 
/**
 * Whether the user is an administrator whose session lacks the passkey that the installation requires.
 */
passkeyRequired: boolean, 
/**
 * When the account is erased, if the user requested it.
 */
erasureDueAt: string | null, };

/**
 * A role that a user holds.
 */
export type UserRole = { id: string, version: number, user_id: string, role_id: string, 
/**
 * The organization in which the user holds it; absent for everywhere.
 */
organization_id: string | null, starts_at: string | null, expires_at: string | null, reason: string, granted_by: string | null, created_at: string, updated_at: string, updated_by: string | null, };

/**
 * The role of a user in lists.
 */
export type UserRoleEntry = { user_role: UserRole, role_name: string, };

export type UserSessionId = { id: string, session_id: string, };

/**
 * A value that a field can have.
 */
export type ValidValue = { value: string, 
/**
 * The label for people.
 */
label: string, 
/**
 * An explanation; empty if the label suffices.
 */
meaning: string, };

/**
 * Consecutive intervals whose values were not measured at their ends, or do not cover them.
 */
export type ValueQualifier = { 
/**
 * The first days of the first and the last of these intervals.
 */
from: string, to: string, 
/**
 * The day of the value, or of the newest value of a change, if that is not the last day of the interval; of several members
 * the newest one.
 */
value_date: string | null, 
/**
 * Whether the value, or the newest value of a change, is from before the interval; of several members, whether each is.
 */
is_carried: boolean, 
/**
 * Whether the value covers a part of the interval only: the answer, today or a change ends within it, or a sum lacks days
 * whose values are withheld.
 */
is_partial: boolean, 
/**
 * Whether a change covers earlier intervals too, in which the value was missing.
 */
spans_gap: boolean, 
/**
 * Whether the value is the average of the month of `value_date`.
 */
is_average: boolean, 
/**
 * Whether a sum lacks days whose values are withheld; it is partial then, whether or not the interval is over.
 */
lacks_days: boolean, };

/**
 * The readers who may see values, by their licence.
 */
export type Visibility = "everybody" | "members" | "administrators" | "nobody";

/**
 * The part of a selection that is visible.
 */
export type VisiblePart = "all" | "part" | "nothing";

export type WithdrawTeamDomainResponse = Record<symbol, never>;

/**
 * How many values were withheld for a reason.
 */
export type WithheldCount = { reason: string, meaning: string, count: number, };

/**
 * A member that lacks a value, or days of its sum, in some intervals because values are withheld.
 */
export type WithheldMember = { 
/**
 * The key of its group.
 */
group_key: string | null, is_other: boolean, subject_kind: SubjectKind, subject_slug: string, subject_name: string, network_slug: string | null, is_sample: boolean, reason: string, reason_meaning: string, 
/**
 * The first days of the first and the last of these consecutive intervals.
 */
from: string, to: string, };

/**
 * Consecutive intervals of a series whose values are withheld.
 */
export type WithheldRun = { series_id: number, 
/**
 * The first days of the first and the last of them.
 */
first_date: string, last_date: string, reason: string, };

export type Procedures = {
  accessAssignments: {
    list: { kind: "query"; input: Query; output: ListPolicyAssignmentsResponse };
    get: { kind: "query"; input: GetPolicyAssignmentRequest; output: PolicyAssignmentEntry };
    preview: { kind: "query"; input: GetPolicyAssignmentPreviewRequest; output: Preview };
    create: { kind: "mutation"; input: CreatePolicyAssignmentRequest; output: SavedPolicyAssignment };
    update: { kind: "mutation"; input: UpdatePolicyAssignmentRequest; output: SavedPolicyAssignment };
    remove: { kind: "mutation"; input: RemovePolicyAssignmentRequest; output: SavedPolicyAssignment };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  accessDecisions: {
    histogram: { kind: "query"; input: GetDecisionHistogramRequest; output: GetDecisionHistogramResponse };
    simulation: { kind: "query"; input: GetSimulationRequest; output: GetSimulationResponse };
  };
  accessExplanations: {
    get: { kind: "query"; input: GetDecisionRequest; output: AccessDecision };
    permittedRoles: { kind: "query"; input: ListPermittedRolesRequest; output: ListPermittedRolesResponse };
  };
  accessHistory: {
    list: { kind: "query"; input: Query; output: ListAccessAuditEntriesResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  accessHolders: {
    list: { kind: "query"; input: ListHoldersRequest; output: ListHoldersResponse };
  };
  accessOrganizationRoles: {
    list: { kind: "query"; input: Query; output: ListOrganizationRolesResponse };
    get: { kind: "query"; input: GetOrganizationRoleRequest; output: OrganizationRoleEntry };
    create: { kind: "mutation"; input: CreateOrganizationRoleRequest; output: SavedOrganizationRole };
    update: { kind: "mutation"; input: UpdateOrganizationRoleRequest; output: SavedOrganizationRole };
    end: { kind: "mutation"; input: EndOrganizationRoleRequest; output: SavedOrganizationRole };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  accessPolicies: {
    list: { kind: "query"; input: Query; output: ListPoliciesResponse };
    get: { kind: "query"; input: GetPolicyRequest; output: PolicyEntry };
    preview: { kind: "query"; input: GetPolicyPreviewRequest; output: Preview };
    create: { kind: "mutation"; input: CreatePolicyRequest; output: SavedPolicy };
    update: { kind: "mutation"; input: UpdatePolicyRequest; output: SavedPolicy };
    archive: { kind: "mutation"; input: ArchivePolicyRequest; output: SavedPolicy };
    delete: { kind: "mutation"; input: DeletePolicyRequest; output: SavedPolicy };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  accessRoles: {
    list: { kind: "query"; input: Query; output: ListRolesResponse };
    get: { kind: "query"; input: GetRoleRequest; output: RoleEntry };
    create: { kind: "mutation"; input: CreateRoleRequest; output: SavedRole };
    update: { kind: "mutation"; input: UpdateRoleRequest; output: SavedRole };
    setStatus: { kind: "mutation"; input: SetRoleStatusRequest; output: SavedRole };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  accessUserRoles: {
    list: { kind: "query"; input: Query; output: ListUserRolesResponse };
    get: { kind: "query"; input: GetUserRoleRequest; output: UserRoleEntry };
    create: { kind: "mutation"; input: CreateUserRoleRequest; output: SavedUserRole };
    update: { kind: "mutation"; input: UpdateUserRoleRequest; output: SavedUserRole };
    end: { kind: "mutation"; input: EndUserRoleRequest; output: SavedUserRole };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  accountData: {
    exports: { kind: "query"; input: void; output: ListExportsResponse };
    startExport: { kind: "mutation"; input: void; output: AccountExport };
    cancelExport: { kind: "mutation"; input: CancelExport; output: CancelExportResponse };
    authorizeDownload: { kind: "mutation"; input: void; output: void };
    requestErasure: { kind: "mutation"; input: void; output: RequestErasureResponse };
    cancelErasure: { kind: "mutation"; input: void; output: CancelErasureResponse };
  };
  adminApiKeys: {
    list: { kind: "query"; input: ListHeldApiKeysRequest; output: ListHeldApiKeysResponse };
    setStatus: { kind: "mutation"; input: SetApiKeyStatusRequest; output: SetApiKeyStatusResponse };
  };
  adminHistory: {
    list: { kind: "query"; input: Query; output: ListAuditEntriesResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  adminOrganizations: {
    list: { kind: "query"; input: Query; output: ListOrganizationsResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    get: { kind: "query"; input: OrganizationId; output: OrganizationDetail };
    setPlan: { kind: "mutation"; input: OrganizationPlan; output: SetOrganizationPlanResponse };
    setDomain: { kind: "mutation"; input: OrganizationDomain; output: SetOrganizationDomainResponse };
    rename: { kind: "mutation"; input: OrganizationName; output: RenameOrganizationResponse };
    setScope: { kind: "mutation"; input: ScopeOfOrganization; output: SetOrganizationScopeResponse };
    addMember: { kind: "mutation"; input: NewOrganizationMember; output: AddOrganizationMemberResponse };
    setMemberRole: { kind: "mutation"; input: OrganizationMemberRole; output: SetOrganizationMemberRoleResponse };
    removeMember: { kind: "mutation"; input: OrganizationMemberId; output: RemoveOrganizationMemberResponse };
  };
  adminUsers: {
    list: { kind: "query"; input: Query; output: ListUsersResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    get: { kind: "query"; input: UserId; output: UserDetail };
    sessions: { kind: "query"; input: UserId; output: ListSessionsResponse };
    setRole: { kind: "mutation"; input: RoleOfUser; output: SetUserRoleResponse };
    setFeatures: { kind: "mutation"; input: UserFeatures; output: SetUserFeaturesResponse };
    deactivate: { kind: "mutation"; input: UserNote; output: DeactivateUserResponse };
    reactivate: { kind: "mutation"; input: UserNote; output: ReactivateUserResponse };
    endSession: { kind: "mutation"; input: UserSessionId; output: EndUserSessionsResponse };
    endSessions: { kind: "mutation"; input: UserId; output: EndUserSessionsResponse };
    removePasskeys: { kind: "mutation"; input: UserId; output: RemoveUserPasskeysResponse };
  };
  analytics: {
    track: { kind: "mutation"; input: ProductEvent; output: void };
  };
  apiKeys: {
    list: { kind: "query"; input: ListApiKeysRequest; output: ListApiKeysResponse };
    use: { kind: "query"; input: GetApiKeyUseRequest; output: GetApiKeyUseResponse };
    create: { kind: "mutation"; input: CreateApiKeyRequest; output: NewApiKey };
    update: { kind: "mutation"; input: UpdateApiKeyRequest; output: UpdateApiKeyResponse };
    rotate: { kind: "mutation"; input: RotateApiKeyRequest; output: NewApiKey };
    enable: { kind: "mutation"; input: EnableApiKeyRequest; output: EnableApiKeyResponse };
    revoke: { kind: "mutation"; input: RevokeApiKeyRequest; output: RevokeApiKeyResponse };
  };
  articles: {
    list: { kind: "query"; input: Query; output: ListArticlesResponse };
    get: { kind: "query"; input: GetRequest; output: Article };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  assetClasses: {
    list: { kind: "query"; input: Query; output: ListAssetClassesResponse };
    get: { kind: "query"; input: GetRequest; output: AssetClass };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  assetProviders: {
    list: { kind: "query"; input: Query; output: ListAssetProvidersResponse };
    get: { kind: "query"; input: GetRequest; output: AssetProvider };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  assets: {
    list: { kind: "query"; input: Query; output: ListAssetsResponse };
    get: { kind: "query"; input: GetRequest; output: Asset };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  bridges: {
    list: { kind: "query"; input: Query; output: ListBridgesResponse };
    get: { kind: "query"; input: GetRequest; output: Bridge };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  catalog: {
    save: { kind: "mutation"; input: RecordsToSave; output: SaveRecordsResponse };
    remove: { kind: "mutation"; input: RecordToRemove; output: RemoveRecordResponse };
    changes: { kind: "query"; input: ListRecordChangesRequest; output: RecordChanges };
  };
  citations: {
    list: { kind: "query"; input: Query; output: ListCitationsResponse };
    get: { kind: "query"; input: GetRequest; output: Citation };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  companies: {
    list: { kind: "query"; input: Query; output: ListCompaniesResponse };
    get: { kind: "query"; input: GetRequest; output: Company };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  complianceEvents: {
    list: { kind: "query"; input: Query; output: ListComplianceEventsResponse };
    get: { kind: "query"; input: GetRequest; output: ComplianceEvent };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  countries: {
    list: { kind: "query"; input: Query; output: ListCountriesResponse };
    get: { kind: "query"; input: GetRequest; output: Country };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  dataPartners: {
    list: { kind: "query"; input: Query; output: ListDataPartnersResponse };
    get: { kind: "query"; input: GetRequest; output: DataPartner };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  datasets: {
    list: { kind: "query"; input: void; output: GetDatasetsResponse };
  };
  feeds: {
    list: { kind: "query"; input: Query; output: ListFeedsResponse };
    get: { kind: "query"; input: GetRequest; output: Feed };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  holders: {
    top: { kind: "query"; input: GetTopHoldersRequest; output: GetTopHoldersResponse };
    cohorts: { kind: "query"; input: GetHolderCohortsRequest; output: GetHolderCohortsResponse };
  };
  investments: {
    list: { kind: "query"; input: Query; output: ListInvestmentsResponse };
    get: { kind: "query"; input: GetRequest; output: Investment };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  issuers: {
    list: { kind: "query"; input: Query; output: ListIssuersResponse };
    get: { kind: "query"; input: GetRequest; output: Issuer };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  jurisdictionEvents: {
    list: { kind: "query"; input: Query; output: ListJurisdictionEventsResponse };
    get: { kind: "query"; input: GetRequest; output: JurisdictionEvent };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  jurisdictionRules: {
    list: { kind: "query"; input: Query; output: ListJurisdictionRulesResponse };
    get: { kind: "query"; input: GetRequest; output: JurisdictionRule };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  jurisdictions: {
    list: { kind: "query"; input: Query; output: ListJurisdictionsResponse };
    get: { kind: "query"; input: GetRequest; output: Jurisdiction };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  linkedAccounts: {
    list: { kind: "query"; input: void; output: ListLinkedAccountsResponse };
    remove: { kind: "mutation"; input: RemoveLinkedAccount; output: RemoveLinkedAccountResponse };
    authorizeLink: { kind: "mutation"; input: void; output: void };
  };
  loads: {
    list: { kind: "query"; input: Query; output: ListLoadsResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  loanPayments: {
    list: { kind: "query"; input: Query; output: ListLoanPaymentsResponse };
    get: { kind: "query"; input: GetRequest; output: LoanPayment };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  loanStatusChanges: {
    list: { kind: "query"; input: Query; output: ListLoanStatusChangesResponse };
    get: { kind: "query"; input: GetRequest; output: LoanStatusChange };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  loans: {
    list: { kind: "query"; input: Query; output: ListLoansResponse };
    get: { kind: "query"; input: GetRequest; output: Loan };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  managers: {
    list: { kind: "query"; input: Query; output: ListManagersResponse };
    get: { kind: "query"; input: GetRequest; output: Manager };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  measures: {
    list: { kind: "query"; input: Query; output: ListMeasuresResponse };
    get: { kind: "query"; input: GetRequest; output: Measure };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  networks: {
    list: { kind: "query"; input: Query; output: ListNetworksResponse };
    get: { kind: "query"; input: GetRequest; output: Network };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  passkeys: {
    list: { kind: "query"; input: void; output: ListPasskeysResponse };
    startRegistration: { kind: "mutation"; input: void; output: StartPasskeyRegistrationResponse };
    finishRegistration: { kind: "mutation"; input: AddPasskey; output: FinishPasskeyRegistrationResponse };
    rename: { kind: "mutation"; input: RenamePasskey; output: RenamePasskeyResponse };
    remove: { kind: "mutation"; input: RemovePasskey; output: RemovePasskeyResponse };
    setSecondFactor: { kind: "mutation"; input: SecondFactor; output: SetSecondFactorResponse };
    renewRecoveryCodes: { kind: "mutation"; input: void; output: RenewRecoveryCodesResponse };
  };
  plans: {
    get: { kind: "query"; input: void; output: PlanWithUse };
    request: { kind: "mutation"; input: RequestPlanRequest; output: RequestPlanResponse };
  };
  platforms: {
    list: { kind: "query"; input: Query; output: ListPlatformsResponse };
    get: { kind: "query"; input: GetRequest; output: Platform };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  pools: {
    list: { kind: "query"; input: Query; output: ListPoolsResponse };
    get: { kind: "query"; input: GetRequest; output: Pool };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  properties: {
    list: { kind: "query"; input: Query; output: ListPropertiesResponse };
    get: { kind: "query"; input: GetRequest; output: Property };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  protocols: {
    list: { kind: "query"; input: Query; output: ListPlatformsResponse };
    get: { kind: "query"; input: GetRequest; output: Platform };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  regulators: {
    list: { kind: "query"; input: Query; output: ListRegulatorsResponse };
    get: { kind: "query"; input: GetRequest; output: Regulator };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  reserveReports: {
    list: { kind: "query"; input: Query; output: ListReserveReportsResponse };
    get: { kind: "query"; input: GetRequest; output: ReserveReport };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  restatements: {
    list: { kind: "query"; input: Query; output: ListRestatementsResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  search: {
    getInitialSearchGroups: { kind: "query"; input: void; output: Array<SearchGroup> };
  };
  sectors: {
    list: { kind: "query"; input: Query; output: ListSectorsResponse };
    get: { kind: "query"; input: GetRequest; output: Sector };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  serviceProviders: {
    list: { kind: "query"; input: Query; output: ListServiceProvidersResponse };
    get: { kind: "query"; input: GetRequest; output: ServiceProvider };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  sessions: {
    list: { kind: "query"; input: void; output: ListSessionsResponse };
    revoke: { kind: "mutation"; input: RevokeSession; output: RevokeSessionResponse };
    revokeOthers: { kind: "mutation"; input: void; output: RevokeOtherSessionsResponse };
  };
  sourceRanks: {
    list: { kind: "query"; input: Query; output: ListSourceRanksResponse };
    get: { kind: "query"; input: GetRequest; output: SourceRank };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  supplyAdjustments: {
    list: { kind: "query"; input: Query; output: ListSupplyAdjustmentsResponse };
    get: { kind: "query"; input: GetRequest; output: SupplyAdjustment };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  taxonomies: {
    list: { kind: "query"; input: Query; output: ListTaxonomiesResponse };
    get: { kind: "query"; input: GetRequest; output: Taxonomy };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  taxonomyEntries: {
    list: { kind: "query"; input: Query; output: ListTaxonomyEntriesResponse };
    get: { kind: "query"; input: GetRequest; output: TaxonomyEntry };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  teams: {
    create: { kind: "mutation"; input: NewTeam; output: CreateTeamResponse };
    switch: { kind: "mutation"; input: TeamId; output: SwitchOrganizationResponse };
    rename: { kind: "mutation"; input: TeamName; output: RenameTeamResponse };
    domain: { kind: "query"; input: TeamId; output: GetTeamDomainResponse };
    claimDomain: { kind: "mutation"; input: TeamDomain; output: ClaimTeamDomainResponse };
    checkDomain: { kind: "mutation"; input: TeamId; output: CheckTeamDomainResponse };
    withdrawDomain: { kind: "mutation"; input: TeamId; output: WithdrawTeamDomainResponse };
    members: { kind: "query"; input: TeamId; output: ListTeamMembersResponse };
    setRole: { kind: "mutation"; input: MemberRole; output: SetTeamMemberRoleResponse };
    removeMember: { kind: "mutation"; input: TeamMemberId; output: RemoveTeamMemberResponse };
    leave: { kind: "mutation"; input: TeamId; output: LeaveTeamResponse };
    invitations: { kind: "query"; input: TeamId; output: ListTeamInvitationsResponse };
    invite: { kind: "mutation"; input: NewInvitation; output: InviteToTeamResponse };
    resend: { kind: "mutation"; input: TeamInvitationId; output: ResendTeamInvitationResponse };
    revoke: { kind: "mutation"; input: TeamInvitationId; output: RevokeTeamInvitationResponse };
    offers: { kind: "query"; input: void; output: ListTeamOffersResponse };
    invitation: { kind: "query"; input: InvitationLink; output: GetInvitationResponse };
    accept: { kind: "mutation"; input: InvitationAnswer; output: AcceptInvitationResponse };
    decline: { kind: "mutation"; input: InvitationAnswer; output: DeclineInvitationResponse };
    join: { kind: "mutation"; input: TeamId; output: JoinTeamResponse };
    dismiss: { kind: "mutation"; input: TeamId; output: DismissTeamOfferResponse };
  };
  timeseries: {
    get: { kind: "query"; input: GetSeriesRequest; output: GetSeriesResponse };
    aggregate: { kind: "query"; input: GetAggregateRequest; output: GetAggregateResponse };
    origins: { kind: "query"; input: GetAggregateRequest; output: GetOriginsResponse };
    seriesOrigins: { kind: "query"; input: GetSeriesRequest; output: GetOriginsResponse };
    latest: { kind: "query"; input: GetLatestRequest; output: GetLatestResponse };
    explain: { kind: "query"; input: GetExplanationRequest; output: ExplainedNumber };
    list: { kind: "query"; input: Query; output: ListSeriesResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  tokens: {
    list: { kind: "query"; input: Query; output: ListTokensResponse };
    get: { kind: "query"; input: GetRequest; output: Token };
    meta: { kind: "query"; input: void; output: ResourceMeta };
    aggregate: { kind: "query"; input: Query; output: ListGroupsResponse };
  };
  transactions: {
    list: { kind: "query"; input: Query; output: ListTransactionsResponse };
    meta: { kind: "query"; input: void; output: ResourceMeta };
  };
  userSettings: {
    updateProfile: { kind: "mutation"; input: ProfileUpdate; output: ProfileUpdate };
    updatePreferences: { kind: "mutation"; input: PreferencesUpdate; output: PreferencesUpdate };
  };
  users: {
    getProfile: { kind: "query"; input: void; output: UserRecord };
  };
};

export const occupations = [
  "Accountant",
  "Analyst",
  "Asset Issuer",
  "Asset Manager",
  "Asset Originator",
  "Auditor",
  "Business Development",
  "Crypto Enthusiast",
  "Application Developer",
  "Protocol Developer",
  "Financial Advisor",
  "Insurance Professional",
  "Investor - Credit",
  "Investor - Equity",
  "Investor - Real Estate",
  "Investor - Other",
  "Journalist/Reporter",
  "Product",
  "Regulator",
  "Risk Manager",
  "Trader",
  "Underwriter",
  "Venture Capitalist",
  "Other",
] as const;

export const acquisitionChannels = [
  "News or Blog Article",
  "Twitter",
  "LinkedIn",
  "Word of Mouth",
  "Search Engine",
  "Podcast",
  "Event or Conference",
  "Government Organization",
  "Industry Association",
  "Prefer Not To Say",
  "Other",
] as const;

export const assetClassInterests = [
  "Private Credit",
  "Public Securities",
  "Stablecoins",
  "Real Estate",
  "Private Funds",
] as const;

export const features = [
  "enable-data-downloads",
  "enable-asset-entity-pages",
  "enable-asset-charting-page",
  "enable-jurisdiction-explorer",
  "enable-api-keys",
  "enable-admin-tools",
  "enable-experimental-features",
] as const;

export const accountStateLabels: Record<AccountState, string> = {
  "active": "Active",
  "deactivated": "Deactivated",
};

export const auditActionLabels: Record<AuditAction, string> = {
  "user.role_changed": "Role changed",
  "user.features_changed": "Features changed",
  "user.deactivated": "Deactivated",
  "user.reactivated": "Reactivated",
  "user.sessions_ended": "Signed out",
  "organization.renamed": "Renamed",
  "organization.plan_changed": "Plan changed",
  "organization.domain_changed": "Domain changed",
  "organization.member_role_changed": "Role of a member changed",
  "organization.member_removed": "Member removed",
  "organization.member_added": "Member added",
  "organization.scope_changed": "Scope changed",
  "organization.created": "Created",
  "organization.removed": "Removed",
  "user.passkeys_removed": "Passkeys removed",
  "organization.plan_ended": "Plan ended",
};

export const featureLabels: Record<Feature, string> = {
  "enable-data-downloads": "Data downloads",
  "enable-asset-entity-pages": "Asset pages",
  "enable-asset-charting-page": "Asset charting",
  "enable-jurisdiction-explorer": "Jurisdiction explorer",
  "enable-api-keys": "API keys",
  "enable-admin-tools": "Admin tools",
  "enable-experimental-features": "Experimental features",
};

export const membershipRoleLabels: Record<MembershipRole, string> = {
  "owner": "Owner",
  "member": "Member",
};

export const organizationScopeLabels: Record<OrganizationScope, string> = {
  "personal": "Personal",
  "team": "Team",
};

export const planTypeLabels: Record<PlanType, string> = {
  "FREE": "Free",
  "TRIAL_ALL_ACCESS": "Trial: all access",
  "TRIAL_PRIVATE_CREDIT": "Trial: private credit",
  "TRIAL_US_TREASURIES": "Trial: U.S. treasuries",
  "TRIAL_STABLECOINS": "Trial: stablecoins",
  "PREMIUM_ALL_ACCESS": "Premium: all access",
  "PREMIUM_PRIVATE_CREDIT": "Premium: private credit",
  "PREMIUM_US_TREASURIES": "Premium: U.S. treasuries",
  "PREMIUM_STABLECOINS": "Premium: stablecoins",
};

export const roleLabels: Record<Role, string> = {
  "CUSTOMER": "Customer",
  "ADMIN": "Administrator",
};

export const signInMethodLabels: Record<SignInMethod, string> = {
  "email": "E-mail link",
  "oidc": "OpenID provider",
  "passkey": "Passkey",
};

export const statusMeanings: Record<Status, string> = {
  "late": "Missed scheduled installment",
  "full": "Reached capacity",
  "repaid": "All capital repaid and closed",
  "open": "Open to invest",
  "defaulted": "Defaulted on payments",
  "funded": "Funded with capital from pools",
  "active": "Withdrawn funds and paying installments on schedule",
  "closed": "Closed, cannot be invested in",
  "liquidated": "Defaulted and collateral liquidated",
};

export const spellings: Record<string, string> = {
  "north_america": "North America",
  "latin_america": "Latin America",
  "middle_east": "Middle East",
  "bnpl": "BNPL",
  "edtech": "EdTech",
  "msme": "MSME",
  "saas": "SaaS",
  "sme": "SME",
};

export const domainCheckHours = 24;
export const exportFileHours = 24;
export const largestPage = 1000;
export const longestEmail = 254;
export const longestFileMinutes = 15;
export const longestFilterText = 200;
export const longestNote = 500;
export const longestPasskeyName = 60;
export const longestPlanMessage = 2000;
export const longestRequestTarget = 32768;
export const longestSlug = 320;
export const longestTeamName = 80;
export const mostAnswerValues = 500000;
export const mostBatchCalls = 50;
export const mostChartGroups = 100;
export const mostDailyExports = 5;
export const mostFilterValues = 200;
export const mostGroups = 1000;
export const mostPasskeys = 20;
export const mostTextRows = 250000;
export const mostTopHolders = 100;
export const mostWithheldStretches = 20;
export const productEventDays = 7;
