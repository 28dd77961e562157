-- Instants are epoch milliseconds. Partners, members, titles and admins have a small integer `id` for foreign keys and a `public_id`
-- (a prefix and a UUIDv7), the only one exposed. The key of every table that grows with the members starts with partner_id,
-- so that the table can be partitioned (docs/operacao/crescer.md) and SQLite clusters a member's rows. Rows written only by a
-- signed-in member have no foreign key to `member`: a member is deleted after its rows, and each foreign key costs a lookup
-- on insert. Environments are numbers (server/environment.ts). Hashes, and the UUIDs that key rows which come and go, are
-- bytes. server/db/migrate.ts translates the few types that the databases spell differently.

create table setting (
  name text primary key,
  value text not null
);

create table partner (
  id identity,
  public_id text not null,
  slug text not null,
  name text not null,
  created_at bigint not null,
  -- Set while the partner is suspended: its calls, launches and member sessions are refused, and its data stays.
  suspended_at bigint,
  -- When the purge of the partner's data began, at the end of its contract, after its last reports were written.
  purge_started_at bigint,
  -- Name and slug normalized for search: lower case, without accents.
  search_text text not null,
  -- Branding shown to the partner's members. Null: the default.
  display_name text,
  -- #rrggbb.
  accent_color text,
  logo_version text,
  -- Shade of the logo: dark, light or any. Decides in which theme it is drawn on a plate.
  logo_tone text,
  -- JSON array of the origins that may frame the service. Null: any.
  frame_origins text,
  -- Last edit of the branding, named in the conflict error when another tab saves over it.
  appearance_changed_by integer,
  appearance_changed_at bigint,
  -- Contact for members' questions about their data: an e-mail or an https address.
  privacy_contact text,
  -- The lowest role that may see which titles a named member has. Null: the default.
  titles_disclosed_to text,
  -- When the partner made the second factor mandatory for its team. Null: optional.
  second_factor_required_at bigint,
  -- Calls a minute, shared by all ordinary credentials of the partner in an environment.
  rate_limit integer not null default 600
);
create unique index partner_public_id on partner (public_id);
create unique index partner_slug on partner (slug);
create index partner_suspended_at on partner (suspended_at);

-- When a partner's integration first completed each step in an environment.
create table milestone (
  partner_id integer not null references partner (id),
  environment integer not null,
  step text not null,
  at bigint not null,
  constraint milestone_key primary key (partner_id, environment, step)
) without rowid;

-- Users of the panel. Operators run the service and have no partner.
create table admin (
  id identity,
  public_id text not null,
  partner_id integer references partner (id),
  email text not null,
  -- The e-mail in lower case, used to sign in. Null for a removed admin.
  email_key text,
  name text not null,
  role text not null,
  -- Argon2id, with its parameters (PHC string format).
  password_hash text not null,
  totp_secret text,
  -- Secret of an enrolment that no code has confirmed yet.
  totp_pending_secret text,
  -- The last time step used. Codes of this or an earlier step are refused, to prevent replay.
  totp_used_step bigint not null,
  created_at bigint not null,
  last_signed_in_at bigint,
  removed_at bigint
);
create unique index admin_public_id on admin (public_id);
create unique index admin_email_key on admin (email_key);
create index admin_partner on admin (partner_id);

create table admin_session (
  id text not null,
  admin_id integer not null references admin (id),
  secret_hash bytes not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  -- When the admin last entered the password.
  confirmed_at bigint not null,
  address text not null,
  user_agent text not null,
  constraint admin_session_key primary key (id)
);
create index admin_session_admin on admin_session (admin_id);

create table admin_invitation (
  id text not null,
  partner_id integer references partner (id),
  email text not null,
  email_key text not null,
  role text not null,
  secret_hash bytes not null,
  created_at bigint not null,
  expires_at bigint not null,
  constraint admin_invitation_key primary key (id)
);
create unique index admin_invitation_email on admin_invitation (partner_id, email_key);

-- The latest reset link of each admin; a new one replaces it.
create table password_reset (
  admin_id integer not null references admin (id),
  id text not null,
  secret_hash bytes not null,
  expires_at bigint not null,
  constraint password_reset_key primary key (admin_id)
);

create table recovery_code (
  admin_id integer not null references admin (id),
  code_hash bytes not null,
  constraint recovery_code_key primary key (admin_id, code_hash)
);

-- Failed passwords and codes, by account and by address. Throttles sign-in.
create table sign_in_attempt (
  subject text not null,
  failures integer not null,
  last_at bigint not null,
  blocked_until bigint not null,
  constraint sign_in_attempt_key primary key (subject)
);

-- Audit log, append-only. Exceptions: addresses are cleared after some months, and erasure clears a person's identifiers.
create table audit (
  id text not null,
  partner_id integer,
  at bigint not null,
  -- E-mail of the admin at the time. Null for the command line.
  actor text,
  act text not null,
  subject text,
  address text,
  -- JSON of the change, such as a limit before and after.
  detail text,
  -- 1 when an operator acted on a partner. The partner sees the act without the operator's name.
  by_operator integer not null default 0,
  -- The member concerned, for erasure and export: `subject` holds an identifier that may have changed since.
  member_id integer,
  constraint audit_key primary key (id)
);
create index audit_partner on audit (partner_id, id);
create index audit_member on audit (partner_id, member_id, id) where member_id is not null;
-- Lets the sweep find the oldest entries that still have an address.
create index audit_with_address on audit (id) where address <> '';

-- One row a day for each admin who viewed a member's titles, so that the audit records the disclosure once. Deleted after
-- two days.
create table titles_disclosure (
  partner_id integer not null,
  member_id integer not null,
  admin_id integer not null,
  -- YYYY-MM-DD, in the service's time zone.
  day text not null,
  constraint titles_disclosure_key primary key (partner_id, member_id, admin_id, day)
) without rowid;
create index titles_disclosure_day on titles_disclosure (day);

create table credential (
  id identity,
  client_id text not null,
  partner_id integer not null references partner (id),
  environment integer not null,
  name text not null,
  secret_hash bytes not null,
  rate_limit integer not null,
  created_at bigint not null,
  rotated_at bigint,
  revoked_at bigint,
  -- When the views opened by links of this revoked credential were ended. Its launches and member sessions are void since.
  views_ended_at bigint,
  last_used_at bigint,
  last_used_route text,
  created_by integer references admin (id)
);
create unique index credential_client_id on credential (client_id);
create index credential_views_ended_at on credential (views_ended_at) where views_ended_at is not null;
-- Covering index: every call sums the limits of the environment's credentials.
create index credential_limit on credential (partner_id, environment, revoked_at, rate_limit);

create table credential_day (
  credential_id integer not null,
  -- YYYY-MM-DD, in the service's time zone.
  day text not null,
  calls bigint not null,
  constraint credential_day_key primary key (credential_id, day)
) without rowid;
create index credential_day_day on credential_day (day);

-- Calls to the Partner API, retained for 30 days: route and outcome, without bodies or parameters.
create table request_log (
  partner_id integer not null,
  environment integer not null,
  -- The X-Request-Id, a UUIDv7, so keys are in order of time.
  id bytes not null,
  at bigint not null,
  credential_id integer not null,
  method text not null,
  -- The route's pattern. Null for an unknown address.
  route text,
  -- 499 if the client disconnected before the end of the response.
  status integer not null,
  code text,
  ms integer not null,
  -- Later refused calls of the same credential and minute, beyond the limit of rows a minute.
  omitted integer not null,
  constraint request_log_key primary key (partner_id, environment, id)
) without rowid;
create index request_log_refused on request_log (partner_id, environment, id) where status >= 400;
-- Every call pays for each index of the log. A credential belongs to one partner and environment, so (credential_id, id) is
-- enough to find its calls, and its expired ones, in order of time.
create index request_log_of_client on request_log (credential_id, id);
create index request_log_of_client_refused on request_log (credential_id, id) where status >= 400;
-- Wrong secrets and exceeded limits: few rows, read by the anomaly checks.
create index request_log_suspicious on request_log (at) where status in (401, 429);

-- Number and duration of the answered requests of each minute, by surface and status class.
create table request_minute (
  -- Minutes since the epoch.
  minute bigint not null,
  surface text not null,
  -- The first digit of the status.
  status_class integer not null,
  calls bigint not null,
  ms_total bigint not null,
  ms_max integer not null,
  constraint request_minute_key primary key (minute, surface, status_class)
);

create table member (
  id identity,
  partner_id integer not null references partner (id),
  public_id text not null,
  environment integer not null,
  external_user_id text,
  email text,
  -- The e-mail in lower case, so uniqueness ignores case.
  email_key text,
  name text,
  created_at bigint not null,
  revoked_at bigint,
  -- Incremented at each revocation, which voids all launches and member sessions of an earlier count in one write.
  revocation_count integer not null,
  -- When the person was erased. The row then holds only ids, and is deleted once no late write can refer to it.
  erased_at bigint
);
create unique index member_public_id on member (partner_id, public_id);
create unique index member_external_user_id on member (partner_id, environment, external_user_id);
create unique index member_email_key on member (partner_id, environment, email_key);
create index member_revoked_at on member (revoked_at);
-- Partial indexes for the few members who are blocked or have no external_user_id yet.
create index member_blocked on member (partner_id, environment, external_user_id) where revoked_at is not null;
create index member_blocked_email on member (partner_id, environment, email_key) where revoked_at is not null;
create index member_unlinked on member (partner_id, environment, email_key) where external_user_id is null;
create index member_erased_at on member (erased_at) where erased_at is not null;

-- Search index of members' names: words in lower case, without accents. Filled in the background, off the path of link
-- issuing; searches also scan the members after `member_word_progress.indexed_until`.
create table member_word (
  partner_id integer not null,
  member_id integer not null,
  word text not null,
  environment integer not null,
  constraint member_word_key primary key (partner_id, member_id, word)
) without rowid;
create index member_word_search on member_word (partner_id, environment, word, member_id);

create table member_word_progress (
  partner_id integer not null,
  -- Members up to this public_id, in order of time, are indexed.
  indexed_until text not null,
  constraint member_word_progress_key primary key (partner_id)
) without rowid;

create table launch (
  id bytes not null,
  secret_hash bytes not null,
  partner_id integer not null,
  environment integer not null,
  member_id integer not null,
  -- The credential that issued it. Null for the panel.
  credential_id integer,
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint,
  -- Hash of the key minted by the page that consumed it.
  key_hash bytes,
  member_session_id bytes,
  -- The last reason for refusing the link, and when it was first refused for that reason.
  refused_at bigint,
  refused_reason text,
  constraint launch_key primary key (id)
) without rowid;
create index launch_partner on launch (partner_id, environment, id, member_id);

-- Why members could or could not enter, retained for 30 days: refused session calls, refused links, revocations and
-- restorations. Holds the reason, the instant and the X-Request-Id, without the request's contents.
create table access_event (
  partner_id integer not null,
  member_id integer not null,
  -- The X-Request-Id of the call or exchange; a new UUIDv7 for acts in the panel. In order of time.
  id bytes not null,
  at bigint not null,
  -- An index of ACCESS_EVENT_KINDS (server/members/access-events.ts).
  kind integer not null,
  -- Earlier refusals of the same hour without rows of their own.
  omitted integer not null default 0,
  constraint access_event_key primary key (partner_id, member_id, id)
) without rowid;
create index access_event_call on access_event (partner_id, id);

create table member_session (
  id bytes not null,
  partner_id integer not null,
  environment integer not null,
  member_id integer not null,
  -- The credential of its launch.
  credential_id integer,
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  access_hash bytes not null,
  access_expires_at bigint not null,
  refresh_hash bytes not null,
  previous_refresh_hash bytes,
  rotated_at bigint not null,
  constraint member_session_key primary key (id)
) without rowid;
-- Partial index for the few sessions that end before they expire.
create index member_session_ended_at on member_session (ended_at) where ended_at is not null;
-- Indexes only renewed sessions by member; each renewal, every ten minutes, updates it. The others are found through their
-- launches.
create index member_session_renewed on member_session (partner_id, member_id) where rotated_at > created_at;

create table publication (
  id identity,
  public_id text not null,
  type text not null,
  -- Key by which another file is a revision of this publication, such as its ISBN (imports/publication/identity.ts).
  source_key text not null,
  content_hash text not null,
  -- Version of the sanitizer that imported the title (formats/sanitizer-version.ts).
  sanitizer_version integer not null default 0,
  -- Incremented with each new content; part of every media address.
  revision integer not null,
  title text not null,
  author text not null,
  narrator text,
  language text not null,
  -- Normalized title and author, which join the e-book and the audiobook of a work.
  work_key text not null,
  -- Title, author and narrator normalized for search: lower case, without accents.
  search_text text not null,
  duration_ms bigint,
  -- Files in reading order; with is_fixed_layout, each is a page.
  chapters integer,
  is_fixed_layout integer not null default 0,
  manifest text not null,
  cover_version text not null,
  cover_ratio double precision not null,
  cover_color text not null,
  created_at bigint not null,
  updated_at bigint not null,
  withdrawn_at bigint,
  -- When the title appears in catalogs. Null: a draft, in no catalog.
  publish_from bigint default 0,
  publish_until bigint,
  -- 1 if only the partners in publication_partner have the title.
  is_restricted integer not null default 0,
  -- JSON of the metadata edited by hand, which overrides the file's.
  edits text,
  -- JSON of the file's own metadata.
  file_metadata text not null,
  -- file, drawn or uploaded.
  cover_source text not null,
  -- JSON of the file's cover while an uploaded one replaces it.
  file_cover text,
  -- JSON array of the reasons to review a new title before it is published. Null: none.
  review text,
  -- Last edit of the metadata by hand, named in the conflict error when another tab saves over it.
  metadata_changed_by integer,
  metadata_changed_at bigint
);
create unique index publication_public_id on publication (public_id);
create unique index publication_source_key on publication (source_key);
create unique index publication_content_hash on publication (content_hash);
create index publication_work_key on publication (work_key);
-- Find the next scheduled change of the catalog.
create index publication_publish_from on publication (publish_from) where publish_from > 0;
create index publication_publish_until on publication (publish_until) where publish_until is not null;
create index publication_review on publication (id) where review is not null;

create table publication_partner (
  publication_id integer not null references publication (id),
  partner_id integer not null references partner (id),
  constraint publication_partner_key primary key (publication_id, partner_id)
) without rowid;
create index publication_partner_partner on publication_partner (partner_id);

-- Authors, narrators, subjects and series of titles.
create table publication_facet (
  publication_id integer not null references publication (id),
  kind text not null,
  -- The name normalized for search. Spellings with the same key are one facet.
  key text not null,
  name text not null,
  -- Order among the title's facets of this kind.
  ordinal integer not null,
  -- Number of the title in a series.
  number double precision,
  constraint publication_facet_key primary key (kind, key, publication_id)
) without rowid;
create index publication_facet_publication on publication_facet (publication_id);

-- How loud the recording of an audiobook is and where it pauses, or how loud the narration of an e-book is, as ffmpeg
-- measured a revision of it.
create table sound_measure (
  publication_id integer not null references publication (id),
  revision integer not null,
  -- LUFS (EBU R128); null for nothing but silence.
  loudness double precision,
  -- The start and end of each pause, in milliseconds, as a JSON array.
  silences text not null,
  constraint sound_measure_key primary key (publication_id)
) without rowid;

-- An operator's pairing of the parts of an e-book and of its audiobook, valid for the revisions it was made for.
create table chapter_pairing (
  ebook_id integer not null references publication (id),
  audiobook_id integer not null references publication (id),
  ebook_revision integer not null,
  audiobook_revision integer not null,
  -- JSON array of pairs of ranges of parts ({first, last}, by their indices), the e-book's first.
  pairs text not null,
  confirmed_by integer not null,
  confirmed_at bigint not null,
  constraint chapter_pairing_key primary key (ebook_id, audiobook_id)
) without rowid;

-- A title in a member's library: whether saved, the place, and the progress.
create table library_entry (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  saved_at bigint,
  locator text,
  total_progression double precision not null,
  updated_at bigint not null,
  active_ms bigint not null,
  content_ms bigint not null,
  -- The first counted activity: five seconds heard, or a chapter on screen for five seconds.
  started_at bigint,
  finished_at bigint,
  -- Incremented by each move. A move by another view names the revision it is based on (optimistic concurrency).
  place_revision bigint not null default 0,
  -- The view that moved it last: an id minted when the page loads.
  place_view text,
  -- Number of the last movement of that view.
  place_step bigint not null default 0,
  -- Kind of device, reported by the page.
  place_device text,
  -- Playback rate for this title. Null: the member's default.
  speed double precision,
  constraint library_entry_key primary key (partner_id, member_id, publication_id)
) without rowid;

-- The latest places of a title that a member left, offered to return to.
create table former_place (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  -- Increases with each place left.
  number integer not null,
  -- A Locator, as JSON text.
  locator text not null,
  left_at bigint not null,
  device text not null,
  -- The view whose move was refused because another had moved the place meanwhile. One row for each such view.
  late_view text,
  constraint former_place_key primary key (partner_id, member_id, publication_id, number)
) without rowid;

-- A member's queue of titles.
create table queue_entry (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  position integer not null,
  added_at bigint not null,
  constraint queue_entry_key primary key (partner_id, member_id, publication_id)
) without rowid;

-- A member's own lists of titles.
create table member_list (
  partner_id integer not null,
  member_id integer not null,
  -- A UUID minted by the page.
  id bytes not null,
  name text not null,
  created_at bigint not null,
  constraint member_list_key primary key (partner_id, member_id, id)
) without rowid;

create table member_list_title (
  partner_id integer not null,
  member_id integer not null,
  list_id bytes not null,
  publication_id integer not null references publication (id),
  added_at bigint not null,
  constraint member_list_title_key primary key (partner_id, member_id, list_id, publication_id)
) without rowid;

-- Members' bookmarks, highlights, notes and clips.
create table annotation (
  partner_id integer not null,
  member_id integer not null,
  -- A UUID minted by the page.
  id bytes not null,
  publication_id integer not null references publication (id),
  motivation text not null,
  color text,
  note text,
  -- A Locator, as JSON text.
  locator text not null,
  -- E-books: letters of the chapter. Audiobooks: milliseconds of the audio.
  range_start bigint not null,
  range_end bigint not null,
  -- The revision of the title that the range refers to, or in which it was last searched for without success.
  publication_revision integer not null,
  is_lost integer not null,
  -- Note and quote normalized for search: lower case, without accents.
  search_text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  revision integer not null,
  -- When it was deleted. Only ids, instants and the revision remain, for a while, to detect late writes of other devices.
  deleted_at bigint,
  -- When the row was last written, strictly increasing for each member. ETags of lists are made of it.
  changed_at bigint not null,
  constraint annotation_key primary key (partner_id, member_id, id)
);
create index annotation_title on annotation (partner_id, member_id, publication_id, deleted_at, changed_at);
create index annotation_newest on annotation (partner_id, member_id, created_at, id);
create index annotation_changed on annotation (partner_id, member_id, changed_at);
create index annotation_deleted on annotation (deleted_at);

-- A member's settings for reading and listening, on all devices.
create table member_preferences (
  partner_id integer not null,
  member_id integer not null,
  -- A Preferences document, as JSON text.
  document text not null,
  revision integer not null,
  updated_at bigint not null,
  constraint member_preferences_key primary key (partner_id, member_id)
) without rowid;

create table lease (
  partner_id integer not null,
  member_id integer not null,
  -- Minted by the page.
  id bytes not null,
  publication_id integer not null references publication (id),
  opened_at bigint not null,
  sequence integer not null,
  claimed_ms bigint not null,
  claimed_content_ms bigint not null,
  -- Time up to this instant was credited or discarded, and is never credited again.
  settled_until bigint not null,
  chapter integer,
  chapter_ms bigint not null,
  constraint lease_key primary key (partner_id, member_id, id)
) without rowid;
create index lease_opened_at on lease (opened_at);

create table activity_minute (
  partner_id integer not null,
  member_id integer not null,
  -- Minutes since the epoch.
  minute bigint not null,
  publication_id integer not null references publication (id),
  listening_ms integer not null,
  content_ms integer not null,
  reading_ms integer not null,
  -- Time up to this instant was credited, and is never credited again.
  credited_until bigint not null,
  constraint activity_minute_key primary key (partner_id, member_id, minute, publication_id)
) without rowid;

create table chapter_read (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  month integer not null,
  chapter integer not null,
  read_at bigint not null,
  constraint chapter_read_key primary key (partner_id, member_id, publication_id, month, chapter)
) without rowid;

create table usage_month (
  partner_id integer not null,
  environment integer not null,
  month integer not null,
  -- The pseudonym of an erased person, whose member_id is null.
  external_user_id text not null,
  member_id integer,
  listening_ms bigint not null,
  content_ms bigint not null,
  reading_ms bigint not null,
  titles_started integer not null,
  chapters_read integer not null,
  last_activity_at bigint not null,
  constraint usage_month_key primary key (partner_id, environment, month, external_user_id)
) without rowid;
-- A member has few months. The index leaves out last_activity_at, so heartbeats never update it.
create index usage_month_of_member on usage_month (partner_id, member_id);

-- Each title's share of a month's report: the rows of a month add up to its totals. Sharded, so that heartbeats of a popular
-- title do not contend for one row.
create table usage_title (
  partner_id integer not null,
  environment integer not null,
  month integer not null,
  publication_id integer not null,
  shard integer not null,
  active_users bigint not null,
  titles_started bigint not null,
  listening_seconds bigint not null,
  reading_chapters bigint not null,
  -- Title and author when the month first counted it, so that a closed month's file never changes.
  title text not null,
  author text not null,
  constraint usage_title_key primary key (partner_id, environment, month, publication_id, shard)
) without rowid;

-- Members whose usage in a month exceeds what one person can have. Written once, when it crosses the threshold.
create table usage_anomaly (
  partner_id integer not null,
  environment integer not null,
  month integer not null,
  member_id integer not null,
  kind text not null,
  at bigint not null,
  -- The usage then: seconds heard, or titles started.
  value bigint not null,
  constraint usage_anomaly_key primary key (partner_id, environment, month, member_id, kind)
) without rowid;
create index usage_anomaly_month on usage_anomaly (month);

-- How often erasures have rewritten a month's report. Cached reports of an earlier revision are removed.
create table usage_revision (
  partner_id integer not null,
  environment integer not null,
  month integer not null,
  revision integer not null,
  constraint usage_revision_key primary key (partner_id, environment, month)
) without rowid;

-- Stored folders due for removal: superseded ones, and staged ones unless a title claims them first.
create table folder_removal (
  folder text not null,
  remove_after bigint not null,
  -- The process that writes or removes the folder's files. Null for a superseded folder that is not due yet.
  holder text,
  constraint folder_removal_key primary key (folder)
);
create index folder_removal_remove_after on folder_removal (remove_after);

-- Leases on content that a process is importing; other processes skip it. The holder renews held_until.
create table import_claim (
  content_hash text not null,
  holder text not null,
  held_until bigint not null,
  constraint import_claim_key primary key (content_hash)
);

create table import_job (
  id text not null,
  name text,
  created_by integer references admin (id),
  created_at bigint not null,
  -- When the last file was received.
  received_at bigint not null,
  file_count integer not null,
  file_bytes bigint not null,
  started_at bigint,
  -- 1: new titles are published; 0: they become drafts.
  publishes integer,
  -- When its files were grouped into titles.
  planned_at bigint,
  skipped_files integer not null default 0,
  finished_at bigint,
  constraint import_job_key primary key (id)
);

-- Received files that are still needed.
create table import_file (
  job_id text not null references import_job (id),
  path text not null,
  directory text not null,
  size_bytes bigint not null,
  folder text not null,
  constraint import_file_key primary key (job_id, path)
);

create table import_item (
  job_id text not null references import_job (id),
  id text not null,
  -- Order in the job.
  position integer not null,
  path text not null,
  is_folder integer not null,
  size_bytes bigint not null,
  state text not null,
  progress double precision not null default 0,
  -- Attempts that neither finished nor were released.
  attempts integer not null default 0,
  holder text,
  held_until bigint,
  reason text,
  -- JSON array of sentences.
  removed text,
  publication_id integer references publication (id),
  finished_at bigint,
  -- When the quarantine ends and the file of a failed item is deleted.
  quarantined_until bigint,
  constraint import_item_key primary key (job_id, id)
);
create unique index import_item_position on import_item (job_id, position);
create index import_item_state on import_item (state);
create index import_item_publication on import_item (publication_id);
create index import_item_quarantined_until on import_item (quarantined_until);
