import type { AuditAct } from '@estante/contract/audit-sentence.ts'
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
 * The tables, as `migrations/` create and describe them. `public_id` and `client_id` are used outside; `id` and numeric
 * columns that end with `_id` are internal.
 */
export interface Tables {
  setting: {
    name: string
    value: string
  }

  partner: {
    id: Generated<number>
    public_id: string
    slug: string
    name: string
    created_at: number
    suspended_at: number | null
    purge_started_at: number | null
    search_text: string
    display_name: string | null
    accent_color: string | null
    logo_version: string | null
    logo_tone: Logo['tone'] | null
    frame_origins: string | null
    privacy_contact: string | null
    titles_disclosed_to: PartnerRole | null
    appearance_changed_by: number | null
    appearance_changed_at: number | null
    second_factor_required_at: number | null
    rate_limit: Generated<number>
  }

  credential: OfTenancy & {
    id: Generated<number>
    client_id: string
    name: string
    secret_hash: Uint8Array
    rate_limit: number
    created_at: number
    rotated_at: number | null
    revoked_at: number | null
    views_ended_at: number | null
    last_used_at: number | null
    last_used_route: string | null
    created_by: number | null
  }

  member: OfTenancy & {
    id: Generated<number>
    public_id: string
    external_user_id: string | null
    email: string | null
    email_key: string | null
    name: string | null
    created_at: number
    revoked_at: number | null
    revocation_count: number
    erased_at: number | null
  }

  launch: OfTenancy & {
    id: Uint8Array
    secret_hash: Uint8Array
    member_id: number
    credential_id: number | null
    revocation_count: number
    created_at: number
    expires_at: number
    consumed_at: number | null
    key_hash: Uint8Array | null
    member_session_id: Uint8Array | null
    refused_at: number | null
    refused_reason: 'used' | 'expired' | 'revoked' | 'suspended' | 'credential' | null
  }

  access_event: OfMember & {
    id: Uint8Array
    at: number
    kind: number
    omitted: Generated<number>
  }

  member_word: OfTenancy & {
    member_id: number
    word: string
  }

  member_word_progress: {
    partner_id: number
    indexed_until: string
  }

  member_session: OfTenancy & {
    id: Uint8Array
    member_id: number
    credential_id: number | null
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

  publication: {
    id: Generated<number>
    public_id: string
    type: PublicationType
    source_key: string
    content_hash: string
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
    is_fixed_layout: Generated<number>
    /** A `Manifest`, as JSON text. */
    manifest: string
    cover_version: string
    cover_ratio: number
    cover_color: string
    created_at: number
    updated_at: number
    withdrawn_at: number | null
    publish_from: Generated<number | null>
    publish_until: number | null
    is_restricted: Generated<number>
    /** `MetadataEdits`, as JSON text. */
    edits: string | null
    /** `FileMetadata`, as JSON text. */
    file_metadata: string
    cover_source: CoverSource
    /** A `PreparedCover`, as JSON text. */
    file_cover: string | null
    /** `ReviewReason`s, as JSON text. */
    review: string | null
    metadata_changed_by: number | null
    metadata_changed_at: number | null
  }

  library_entry: OfMember & {
    publication_id: number
    saved_at: number | null
    /** A `Locator`, as JSON text. */
    locator: string | null
    total_progression: number
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

  former_place: OfMember & {
    publication_id: number
    number: number
    /** A `Locator`, as JSON text. */
    locator: string
    left_at: number
    device: Device
    late_view: string | null
  }

  sound_measure: {
    publication_id: number
    revision: number
    loudness: number | null
    /** Milliseconds, as JSON text. */
    silences: string
  }

  queue_entry: OfMember & {
    publication_id: number
    position: number
    added_at: number
  }

  member_list: OfMember & {
    id: Uint8Array
    name: string
    created_at: number
  }

  member_list_title: OfMember & {
    list_id: Uint8Array
    publication_id: number
    added_at: number
  }

  chapter_pairing: {
    ebook_id: number
    audiobook_id: number
    ebook_revision: number
    audiobook_revision: number
    pairs: string
    confirmed_by: number
    confirmed_at: number
  }

  annotation: OfMember & {
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

  member_preferences: OfMember & {
    /** A `Preferences`, as JSON text. */
    document: string
    revision: number
    updated_at: number
  }

  lease: OfMember & {
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

  activity_minute: OfMember & {
    minute: number
    publication_id: number
    listening_ms: number
    content_ms: number
    reading_ms: number
    credited_until: number
  }

  chapter_read: OfMember & {
    publication_id: number
    month: Month
    chapter: number
    read_at: number
  }

  usage_month: OfTenancy & {
    month: Month
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

  usage_title: OfTenancy & {
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

  usage_anomaly: OfTenancy & {
    month: Month
    member_id: number
    kind: AnomalyKind
    at: number
    value: number
  }

  usage_revision: OfTenancy & {
    month: Month
    revision: number
  }

  folder_removal: {
    folder: string
    remove_after: number
    holder: string | null
  }

  import_claim: {
    content_hash: string
    holder: string
    held_until: number
  }

  /** The partners that have a restricted title. */
  publication_partner: {
    publication_id: number
    partner_id: number
  }

  publication_facet: {
    publication_id: number
    kind: FacetKind
    key: string
    name: string
    ordinal: number
    number: number | null
  }

  import_job: {
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

  import_file: {
    job_id: string
    path: string
    directory: string
    size_bytes: number
    folder: string
  }

  import_item: {
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
    removed: string | null
    publication_id: number | null
    finished_at: number | null
    quarantined_until: number | null
  }

  admin: {
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

  admin_session: {
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

  admin_invitation: {
    id: string
    partner_id: number | null
    email: string
    email_key: string
    role: AdminRole
    secret_hash: Uint8Array
    created_at: number
    expires_at: number
  }

  password_reset: {
    admin_id: number
    id: string
    secret_hash: Uint8Array
    expires_at: number
  }

  recovery_code: {
    admin_id: number
    code_hash: Uint8Array
  }

  sign_in_attempt: {
    subject: string
    failures: number
    last_at: number
    blocked_until: number
  }

  audit: {
    id: string
    partner_id: number | null
    at: number
    actor: string | null
    act: AuditAct
    subject: string | null
    address: string | null
    detail: string | null
    by_operator: Generated<number>
    member_id: number | null
  }

  milestone: OfTenancy & {
    step: Step | 'sandbox-seeding' | 'sandbox-seeded'
    at: number
  }

  credential_day: {
    credential_id: number
    day: string
    calls: number
  }

  request_log: OfTenancy & {
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

  request_minute: {
    minute: number
    surface: 'partner' | 'play' | 'panel' | 'other'
    status_class: number
    calls: number
    ms_total: number
    ms_max: number
  }

  titles_disclosure: OfMember & {
    admin_id: number
    day: string
  }
}

interface OfTenancy {
  partner_id: number
  environment: Environment
}

interface OfMember {
  partner_id: number
  member_id: number
}

/** Where the cover comes from: the file, the title drawn for want of one, or an upload. */
export type CoverSource = 'file' | 'drawn' | 'uploaded'

export type AnomalyKind = 'listening-300h' | 'titles-100'

/* The rows, as they are read. */
export type Partner = Selectable<Tables['partner']>
export type Credential = Selectable<Tables['credential']>
export type Member = Selectable<Tables['member']>
export type Launch = Selectable<Tables['launch']>
export type AccessEvent = Selectable<Tables['access_event']>
export type MemberSession = Selectable<Tables['member_session']>
export type Publication = Selectable<Tables['publication']>
export type LibraryEntry = Selectable<Tables['library_entry']>
export type FormerPlace = Selectable<Tables['former_place']>
export type AnnotationRow = Selectable<Tables['annotation']>
export type Lease = Selectable<Tables['lease']>
export type ChapterRead = Selectable<Tables['chapter_read']>
export type UsageMonth = Selectable<Tables['usage_month']>
export type ImportJobRow = Selectable<Tables['import_job']>
export type ImportFile = Selectable<Tables['import_file']>
export type ImportItemRow = Selectable<Tables['import_item']>
export type Admin = Selectable<Tables['admin']>
export type AdminInvitation = Selectable<Tables['admin_invitation']>
export type RequestLogRow = Selectable<Tables['request_log']>
export type RequestMinute = Selectable<Tables['request_minute']>
