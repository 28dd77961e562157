import type { AuditAct } from '@estante/contract/panel/audit.ts'
import type { Step } from '@estante/contract/panel/first-steps.ts'
import type { ImportItemState } from '@estante/contract/panel/imports.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import type { AnnotationColor, Motivation } from '@estante/contract/play/annotations.ts'
import type { FacetKind } from '@estante/contract/play/facets.ts'
import type { Logo } from '@estante/contract/play/launch.ts'
import type { Device } from '@estante/contract/play/places.ts'
import type { AdminRole, PartnerRole } from '@estante/contract/roles.ts'
import type { Generated, Selectable } from 'kysely'
import type { Month } from '../calendar.ts'
import type { Environment } from '../environment.ts'

/**
 * The tables, as `migrations/` create them. Instants are epoch milliseconds. `public_id` and `client_id` are used
 * outside; `id` and numeric columns that end with `_id` are internal. Hashes, and the UUIDs that are keys of
 * short-lived rows (`toKey`), are bytes.
 */
export interface Tables {
  setting: SettingTable
  partner: PartnerTable
  credential: CredentialTable
  member: MemberTable
  launch: LaunchTable
  access_event: AccessEventTable
  member_word: MemberWordTable
  member_word_progress: MemberWordProgressTable
  member_session: MemberSessionTable
  publication: PublicationTable
  library_entry: LibraryEntryTable
  former_place: FormerPlaceTable
  sound_measure: SoundMeasureTable
  queue_entry: QueueEntryTable
  member_list: MemberListTable
  member_list_title: MemberListTitleTable
  chapter_pairing: ChapterPairingTable
  annotation: AnnotationTable
  member_preferences: MemberPreferencesTable
  lease: LeaseTable
  activity_minute: ActivityMinuteTable
  chapter_read: ChapterReadTable
  usage_month: UsageMonthTable
  usage_title: UsageTitleTable
  usage_anomaly: UsageAnomalyTable
  usage_revision: UsageRevisionTable
  folder_removal: FolderRemovalTable
  import_claim: ImportClaimTable
  publication_partner: PublicationPartnerTable
  publication_facet: PublicationFacetTable
  import_job: ImportJobTable
  import_file: ImportFileTable
  import_item: ImportItemTable
  admin: AdminTable
  admin_session: AdminSessionTable
  admin_invitation: AdminInvitationTable
  password_reset: PasswordResetTable
  recovery_code: RecoveryCodeTable
  sign_in_attempt: SignInAttemptTable
  audit: AuditTable
  milestone: MilestoneTable
  credential_day: CredentialDayTable
  request_log: RequestLogTable
  request_minute: RequestMinuteTable
  titles_disclosure: TitlesDisclosureTable
}

interface SettingTable {
  name: string
  value: string
}

interface PartnerTable {
  id: Generated<number>
  public_id: string
  slug: string
  name: string
  created_at: number
  suspended_at: number | null
  /** Since when the partner is being purged (`server/privacy/purge-partner.ts`). */
  purge_started_at: number | null
  search_text: string | null
  display_name: string | null
  accent_color: string | null
  logo_version: string | null
  logo_tone: Logo['tone'] | null
  /** JSON array of the origins that may frame the service; null for any. */
  frame_origins: string | null
  /** Contact for members about their data: an e-mail or an https address. */
  privacy_contact: string | null
  titles_visible_to: PartnerRole | null
  appearance_changed_by: number | null
  appearance_changed_at: number | null
  second_factor_required_at: number | null
  /** Calls a minute, in each environment (`server/credentials/client-limits.ts`). */
  rate_limit: Generated<number>
}
export type Partner = Selectable<PartnerTable>

/** When a partner's integration first reached a milestone in an environment. */
interface MilestoneTable {
  partner_id: number
  environment: Environment
  step: Step | 'sandbox-seeding' | 'sandbox-seeded'
  at: number
}

interface CredentialTable {
  id: Generated<number>
  client_id: string
  partner_id: number
  environment: Environment
  name: string
  secret_hash: Uint8Array
  rate_limit: number
  created_at: number
  rotated_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  last_used_route: string | null
  created_by: number | null
}
export type Credential = Selectable<CredentialTable>

interface MemberTable {
  partner_id: number
  id: Generated<number>
  public_id: string
  environment: Environment
  external_user_id: string | null
  email: string | null
  email_key: string | null
  name: string | null
  created_at: number
  revoked_at: number | null
  revocation_count: number
  /** When the person was erased; the remaining row is deleted a little later (`server/privacy/`). */
  erased_at: number | null
}
export type Member = Selectable<MemberTable>

interface LaunchTable {
  id: Uint8Array
  secret_hash: Uint8Array
  partner_id: number
  environment: Environment
  member_id: number
  revocation_count: number
  created_at: number
  expires_at: number
  consumed_at: number | null
  /** Hash of the key of the page that consumed it. */
  key_hash: Uint8Array | null
  member_session_id: Uint8Array | null
  refused_at: number | null
  refused_reason: 'used' | 'expired' | 'revoked' | 'suspended' | null
}
export type Launch = Selectable<LaunchTable>

interface MemberWordTable {
  partner_id: number
  member_id: number
  word: string
  environment: Environment
}

interface MemberWordProgressTable {
  partner_id: number
  indexed_until: string
}

interface AccessEventTable {
  partner_id: number
  member_id: number
  id: Uint8Array
  at: number
  /** An index of `ACCESS_EVENT_KINDS` (`members/access-events.ts`). */
  kind: number
  omitted: Generated<number>
}
export type AccessEvent = Selectable<AccessEventTable>

interface MemberSessionTable {
  id: Uint8Array
  partner_id: number
  environment: Environment
  member_id: number
  revocation_count: number
  created_at: number
  expires_at: number
  ended_at: number | null
  access_hash: Uint8Array
  access_expires_at: number
  refresh_hash: Uint8Array
  previous_refresh_hash: Uint8Array | null
  rotated_at: number
}
export type MemberSession = Selectable<MemberSessionTable>

interface PublicationTable {
  id: Generated<number>
  public_id: string
  type: PublicationType
  source_key: string
  content_hash: string
  /** The sanitizer that imported it (`formats/sanitizer-version.ts`). */
  sanitizer_version: Generated<number>
  revision: number
  title: string
  author: string
  narrator: string | null
  language: string
  work_key: string
  search_text: string
  duration_ms: number | null
  chapters: number | null
  /** A `Manifest`, as JSON text. */
  manifest: string
  cover_version: string
  cover_ratio: number
  cover_color: string
  created_at: number
  updated_at: number
  withdrawn_at: number | null
  /** Null for a draft. */
  publish_from: Generated<number | null>
  publish_until: number | null
  is_restricted: Generated<number>
  /** `MetadataEdits`, as JSON text. */
  edits: string | null
  /** `FileMetadata`, as JSON text. */
  file_metadata: string | null
  cover_source: CoverSource | null
  /** A `FileCover`, as JSON text. */
  file_cover: string | null
  /** `ReviewReason`s, as JSON text. */
  review: string | null
  metadata_changed_by: number | null
  metadata_changed_at: number | null
}
export type Publication = Selectable<PublicationTable>

/** Where the cover comes from: the file, the title drawn for want of one, or an upload. */
export type CoverSource = 'file' | 'drawn' | 'hand'

/** The partners that have a restricted title. */
interface PublicationPartnerTable {
  publication_id: number
  partner_id: number
}

/** An author, series or subject that titles have in common. */
interface PublicationFacetTable {
  publication_id: number
  kind: FacetKind
  /** The name, normalized for search. */
  key: string
  name: string
  ordinal: number
  number: number | null
}

interface LibraryEntryTable {
  partner_id: number
  member_id: number
  publication_id: number
  saved_at: number | null
  /** A `Locator`, as JSON text. */
  locator: string | null
  total_progression: number
  lease_opened_at: number
  updated_at: number
  active_ms: number
  content_ms: number
  started_at: number | null
  finished_at: number | null
  place_revision: Generated<number>
  place_view: string | null
  place_step: Generated<number>
  place_device: Device | null
  speed: number | null
}
export type LibraryEntry = Selectable<LibraryEntryTable>

interface ChapterPairingTable {
  ebook_id: number
  audiobook_id: number
  ebook_revision: number
  audiobook_revision: number
  pairs: string
  confirmed_by: number
  confirmed_at: number
}

interface SoundMeasureTable {
  publication_id: number
  revision: number
  loudness: number | null
  /** Milliseconds, as JSON text. */
  silences: string
}

interface QueueEntryTable {
  partner_id: number
  member_id: number
  publication_id: number
  position: number
  added_at: number
}

interface MemberListTable {
  partner_id: number
  member_id: number
  id: Uint8Array
  name: string
  created_at: number
}

interface MemberListTitleTable {
  partner_id: number
  member_id: number
  list_id: Uint8Array
  publication_id: number
  added_at: number
}

interface FormerPlaceTable {
  partner_id: number
  member_id: number
  publication_id: number
  number: number
  /** A `Locator`, as JSON text. */
  locator: string
  left_at: number
  device: Device | null
  late_view: string | null
}
export type FormerPlace = Selectable<FormerPlaceTable>

interface AnnotationTable {
  partner_id: number
  member_id: number
  id: Uint8Array
  publication_id: number
  motivation: Motivation
  color: AnnotationColor | null
  note: string | null
  /** A `Locator`, as JSON text. */
  locator: string
  range_start: number
  range_end: number
  publication_revision: number
  is_lost: number
  search_text: string
  created_at: number
  updated_at: number
  revision: number
  deleted_at: number | null
  changed_at: number
}
export type AnnotationRow = Selectable<AnnotationTable>

interface MemberPreferencesTable {
  partner_id: number
  member_id: number
  /** A `Preferences`, as JSON text. */
  document: string
  revision: number
  updated_at: number
}

interface LeaseTable {
  partner_id: number
  member_id: number
  id: Uint8Array
  publication_id: number
  opened_at: number
  sequence: number
  claimed_ms: number
  claimed_content_ms: number
  settled_until: number
  chapter: number | null
  /** In the chapter without leaving it; from zero in a new month, once it was read. */
  chapter_ms: number
}
export type Lease = Selectable<LeaseTable>

interface ActivityMinuteTable {
  partner_id: number
  member_id: number
  minute: number
  publication_id: number
  listening_ms: number
  content_ms: number
  reading_ms: number
  credited_until: number
}

interface ChapterReadTable {
  partner_id: number
  member_id: number
  publication_id: number
  month: Month
  chapter: number
  read_at: number
}
export type ChapterRead = Selectable<ChapterReadTable>

interface UsageMonthTable {
  partner_id: number
  environment: Environment
  month: Month
  /** The pseudonym of an erased person; `member_id` is null then. */
  external_user_id: string
  member_id: number | null
  listening_ms: number
  content_ms: number
  reading_ms: number
  titles_started: number
  chapters_read: number
  /** 0 when the person was erased. */
  last_activity_at: number
}
export type UsageMonth = Selectable<UsageMonthTable>

interface UsageTitleTable {
  partner_id: number
  environment: Environment
  month: Month
  publication_id: number
  shard: number
  active_users: number
  titles_started: number
  listening_seconds: number
  reading_chapters: number
  title: string
  author: string
}

interface UsageAnomalyTable {
  partner_id: number
  environment: Environment
  month: Month
  member_id: number
  kind: AnomalyKind
  at: number
  value: number
}
export type AnomalyKind = 'listening-300h' | 'titles-100'

/** How often erasures have rewritten a month's report. */
interface UsageRevisionTable {
  partner_id: number
  environment: Environment
  month: Month
  revision: number
}

/** Stored folders that will be removed, unless a title claims them first. */
interface FolderRemovalTable {
  folder: string
  remove_after: number
  /** The process that stores or removes its files; null while a superseded folder waits for its time. */
  holder: string | null
}

/** Content that a process is importing. */
interface ImportClaimTable {
  content_hash: string
  holder: string
  held_until: number
}

interface ImportJobTable {
  id: string
  name: string | null
  created_by: number | null
  created_at: number
  received_at: number
  file_count: number
  file_bytes: number
  started_at: number | null
  publishes: number | null
  planned_at: number | null
  skipped_files: Generated<number>
  finished_at: number | null
}
export type ImportJobRow = Selectable<ImportJobTable>

interface ImportFileTable {
  job_id: string
  path: string
  directory: string
  size_bytes: number
  folder: string
}
export type ImportFile = Selectable<ImportFileTable>

interface ImportItemTable {
  job_id: string
  id: string
  position: number
  path: string
  is_folder: number
  size_bytes: number
  state: ImportItemState
  progress: Generated<number>
  attempts: Generated<number>
  holder: string | null
  held_until: number | null
  reason: string | null
  /** JSON array of sentences. */
  removed: string | null
  publication_id: number | null
  finished_at: number | null
  quarantined_until: number | null
}
export type ImportItemRow = Selectable<ImportItemTable>

interface AdminTable {
  id: Generated<number>
  public_id: string
  partner_id: number | null
  email: string
  email_key: string | null
  name: string
  role: AdminRole
  password_hash: string
  totp_secret: string | null
  totp_pending_secret: string | null
  totp_used_step: number
  created_at: number
  last_signed_in_at: number | null
  removed_at: number | null
}
export type Admin = Selectable<AdminTable>

interface AdminSessionTable {
  id: string
  admin_id: number
  secret_hash: Uint8Array
  created_at: number
  last_seen_at: number
  expires_at: number
  confirmed_at: number
  address: string
  user_agent: string
}
export type AdminSession = Selectable<AdminSessionTable>

interface AdminInvitationTable {
  id: string
  partner_id: number | null
  email: string
  email_key: string
  role: AdminRole
  secret_hash: Uint8Array
  created_at: number
  expires_at: number
}
export type AdminInvitation = Selectable<AdminInvitationTable>

interface PasswordResetTable {
  admin_id: number
  id: string
  secret_hash: Uint8Array
  expires_at: number
}

interface RecoveryCodeTable {
  admin_id: number
  code_hash: Uint8Array
}

interface SignInAttemptTable {
  subject: string
  failures: number
  last_at: number
  blocked_until: number
}

interface AuditTable {
  id: string
  partner_id: number | null
  at: number
  actor: string | null
  act: AuditAct
  subject: string | null
  address: string | null
  /** JSON of what was changed. */
  detail: string | null
  by_operator: Generated<number>
  /** The member who is its subject. */
  member_id: Generated<number | null>
}

interface TitlesDisclosureTable {
  partner_id: number
  member_id: number
  admin_id: number
  day: string
}

interface CredentialDayTable {
  credential_id: number
  day: string
  calls: number
}

interface RequestLogTable {
  partner_id: number
  environment: Environment
  id: Uint8Array
  at: number
  credential_id: number
  method: string
  route: string | null
  status: number
  code: string | null
  ms: number
  omitted: number
}
export type RequestLogRow = Selectable<RequestLogTable>

interface RequestMinuteTable {
  minute: number
  surface: 'partner' | 'play' | 'panel' | 'other'
  status_class: number
  calls: number
  ms_total: number
  ms_max: number
}
export type RequestMinute = Selectable<RequestMinuteTable>
