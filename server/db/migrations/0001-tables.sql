-- Instants are epoch milliseconds. Partners, members and titles have a small integer `id`, which other rows name them by, and
-- a `public_id`, a prefix and a UUIDv7, which is all that is told outside. Whatever grows with the members starts with its
-- partner, so that it can be split by partner (docs/operacao/crescer.md), and lies on SQLite in the order of its key. Rows that
-- only a signed-in member makes need no foreign key to it: a member is removed after all that is theirs, and each key costs a
-- look-up. What is written differently for each database is in server/db/migrate.ts.

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
  -- While a partner is suspended its calls, launches and member sessions are refused; nothing of it is lost.
  suspended_at bigint,
  -- Since when all of a partner is being removed, at the end of its contract: its last reports were written before.
  purge_started_at bigint,
  -- Name and slug as they are searched: lower case, without accents.
  search_text text,
  -- How a partner's members see the service, each null where the partner chose nothing.
  display_name text,
  -- #rrggbb.
  accent_color text,
  logo_version text,
  -- Against which page the logo needs a plate of its own.
  logo_tone text,
  -- The origins whose pages may frame the service, as a JSON list. Null: any.
  frame_origins text,
  -- Who last wrote how members see the service, and when: told to whoever writes over it in another tab.
  appearance_changed_by text,
  appearance_changed_at bigint,
  -- Where a partner's members write about their data.
  privacy_contact text,
  -- The least of the roles that see which titles a named member has; null: as when nobody chose.
  titles_seen_by text,
  -- Since when nobody of the partner's team uses the panel without a second factor; null while each decides.
  second_factor_required_at bigint,
  -- Calls a minute of all ordinary credentials of a partner together, in each environment.
  rate_limit integer not null default 600
);
create unique index partner_public_id on partner (public_id);
create unique index partner_slug on partner (slug);
create index partner_suspended_at on partner (suspended_at);

-- What a partner's integration reached in an environment: each once, when it first did.
create table milestone (
  partner_id integer not null references partner (id),
  environment text not null,
  step text not null,
  at bigint not null,
  constraint milestone_key primary key (partner_id, environment, step)
) without rowid;

-- Who uses the panel. An operator runs the service and has no partner.
create table admin (
  id text not null,
  partner_id integer references partner (id),
  email text not null,
  -- The e-mail in lower case, which signs in; null once the admin was removed.
  email_key text,
  name text not null,
  role text not null,
  -- Argon2id, with its parameters (PHC string format).
  password_hash text not null,
  totp_secret text,
  -- Begun, and not yet confirmed by a code.
  totp_pending_secret text,
  -- The last time step whose code was used: neither it nor an earlier one is good again.
  totp_used_step bigint not null,
  created_at bigint not null,
  last_signed_in_at bigint,
  removed_at bigint,
  constraint admin_key primary key (id)
);
create unique index admin_email_key on admin (email_key);
create index admin_partner on admin (partner_id);

create table admin_session (
  id text not null,
  admin_id text not null references admin (id),
  secret_hash text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  -- When the password was last given.
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
  secret_hash text not null,
  created_at bigint not null,
  expires_at bigint not null,
  constraint admin_invitation_key primary key (id)
);
create unique index admin_invitation_email on admin_invitation (partner_id, email_key);

-- One link an admin: the latest.
create table password_reset (
  admin_id text not null references admin (id),
  id text not null,
  secret_hash text not null,
  expires_at bigint not null,
  constraint password_reset_key primary key (admin_id)
);

create table recovery_code (
  admin_id text not null references admin (id),
  code_hash text not null,
  constraint recovery_code_key primary key (admin_id, code_hash)
);

-- How often a password or a code was guessed wrong, for an account or from an address.
create table sign_in_attempt (
  subject text not null,
  failures integer not null,
  last_at bigint not null,
  blocked_until bigint not null,
  constraint sign_in_attempt_key primary key (subject)
);

-- Who did what. Rows are added and never changed, but for addresses, which are kept for some months, and erased persons.
create table audit (
  id text not null,
  partner_id integer,
  at bigint not null,
  -- The e-mail as it was; null for the command line.
  actor text,
  act text not null,
  subject text,
  address text,
  -- What an act changed, as JSON: the limit before and after.
  detail text,
  -- 1 when an operator acted on a partner: the partner sees the act, and not which of them it was.
  by_operator integer not null default 0,
  -- The member an act was done to, for erasure and export: what `subject` called them may have changed since.
  member_id integer,
  constraint audit_key primary key (id)
);
create index audit_partner on audit (partner_id, id);
create index audit_member on audit (partner_id, member_id) where member_id is not null;
-- Of the entries whose address is still there: what the sweep looks for, the oldest first.
create index audit_with_address on audit (id) where address <> '';

-- Who looked at whose titles on which day: what is in the audit once need not be there again. Swept two days later.
create table titles_look (
  partner_id integer not null,
  member_id integer not null,
  admin_id text not null,
  -- YYYY-MM-DD, in the service's time zone.
  day text not null,
  constraint titles_look_key primary key (partner_id, member_id, admin_id, day)
) without rowid;
create index titles_look_day on titles_look (day);

create table credential (
  client_id text primary key,
  partner_id integer not null references partner (id),
  environment text not null,
  name text not null,
  secret_hash text not null,
  rate_limit integer not null,
  created_at bigint not null,
  rotated_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  last_used_route text,
  created_by text references admin (id)
);
-- What the credentials of an environment add up to is read at every call, from the index alone.
create index credential_limit on credential (partner_id, environment, revoked_at, rate_limit);

create table credential_day (
  client_id text not null,
  -- YYYY-MM-DD, in the service's time zone.
  day text not null,
  calls bigint not null,
  constraint credential_day_key primary key (client_id, day)
);

-- What each credential asked of the Partner API, kept for 30 days: what was called and how it ended, and nothing of what
-- was in it.
create table request_log (
  partner_id integer not null,
  environment text not null,
  -- The X-Request-Id, a UUIDv7: in order of time.
  id text not null,
  at bigint not null,
  client_id text not null,
  method text not null,
  -- The pattern of the route; null for an address that there is not.
  route text,
  -- 499: the client left before the end of the answer.
  status integer not null,
  code text,
  ms integer not null,
  -- Refused calls of the same credential and minute that came after this one, and have no row of their own.
  omitted integer not null,
  constraint request_log_key primary key (partner_id, environment, id)
);
create index request_log_refused on request_log (partner_id, environment, id) where status >= 400;
-- Every call pays for each index of the log. A credential is of one partner and one environment, so that its name and the
-- id, which is in order of time, find its calls; what is old is found by the same.
create index request_log_of_client on request_log (client_id, id);
create index request_log_of_client_refused on request_log (client_id, id) where status >= 400;
-- What looks like a wrong secret, or too many calls: few rows, found without reading the rest of the day.
create index request_log_unwelcome on request_log (at) where status in (401, 429);

-- How many requests the service answered in each minute, and how long they took, by what was asked and how it ended.
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
  environment text not null,
  external_user_id text,
  email text,
  -- The e-mail in lower case: one e-mail, one member, however it is typed.
  email_key text,
  name text,
  created_at bigint not null,
  revoked_at bigint,
  -- Grows at each revocation: a launch or a member session of an earlier count is dead, in one write.
  revocation_count integer not null,
  -- When the person was erased. From then on the row holds ids alone; it goes once nothing written for it can still arrive.
  erased_at bigint
);
create unique index member_public_id on member (partner_id, public_id);
create unique index member_external_user_id on member (partner_id, environment, external_user_id);
create unique index member_email_key on member (partner_id, environment, email_key);
create index member_revoked_at on member (revoked_at);
-- Few members are blocked, and few accounts wait for an identifier: each is found without looking at all.
create index member_blocked on member (partner_id, environment, external_user_id) where revoked_at is not null;
create index member_blocked_email on member (partner_id, environment, email_key) where revoked_at is not null;
create index member_unlinked on member (partner_id, environment, email_key) where external_user_id is null;
create index member_erased_at on member (erased_at) where erased_at is not null;

-- The words of members' names as they are searched: lower case, without accents. Written a little after a member is created,
-- off the way of whoever asks for a link; until then `member_word_progress` says from which id on names are read one by one.
create table member_word (
  partner_id integer not null,
  member_id integer not null,
  word text not null,
  environment text not null,
  constraint member_word_key primary key (partner_id, member_id, word)
) without rowid;
create index member_word_search on member_word (partner_id, environment, word, member_id);

create table member_word_progress (
  partner_id integer not null,
  -- The names of members up to this public id, in order of time, have their words.
  indexed_until text not null,
  constraint member_word_progress_key primary key (partner_id)
) without rowid;

create table launch (
  id text not null,
  secret_hash text not null,
  partner_id integer not null,
  environment text not null,
  member_id integer not null,
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint,
  -- Hash of the key minted by the page that consumed it.
  key_hash text,
  member_session_id text,
  -- Why the link was last refused to whoever opened it, and when that reason was first given.
  refused_at bigint,
  refused_reason text,
  constraint launch_key primary key (id)
) without rowid;
create index launch_partner on launch (partner_id, environment, id, member_id);

-- What decided whether a member got in, kept for 30 days: calls for a link that were refused, links that were, and what
-- was done to the access. It says why and when, and names the call by its X-Request-Id; nothing of what was in it.
create table access_event (
  partner_id integer not null,
  member_id integer not null,
  -- The X-Request-Id of the call or of the exchange; a UUIDv7 of its own where the panel did it. In order of time.
  id text not null,
  at bigint not null,
  kind text not null,
  -- Refusals of the same hour that came before this one, and have no row of their own.
  omitted integer not null default 0,
  constraint access_event_key primary key (partner_id, member_id, id)
) without rowid;
create index access_event_call on access_event (partner_id, id);

create table member_session (
  id text not null,
  partner_id integer not null,
  environment text not null,
  member_id integer not null,
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  access_hash text not null,
  access_expires_at bigint not null,
  refresh_hash text not null,
  previous_refresh_hash text,
  rotated_at bigint not null,
  constraint member_session_key primary key (id)
) without rowid;
-- Few sessions are ended before they expire: those are found without looking at all.
create index member_session_ended_at on member_session (ended_at) where ended_at is not null;
-- Only those that are renewed are found by their member, and pay for it each time they are, every ten minutes; the others
-- are found by their links.
create index member_session_renewed on member_session (partner_id, member_id) where rotated_at > created_at;

create table publication (
  id identity,
  public_id text not null,
  type text not null,
  -- What makes two files the same publication: the package's own identifier, or type, title and author.
  source_key text not null,
  content_hash text not null,
  -- With which version of the sanitiser a title was imported (formats/cleaning.ts).
  cleaning integer not null default 0,
  -- Grows with each new content; part of every media address.
  revision integer not null,
  title text not null,
  author text not null,
  narrator text,
  language text not null,
  -- Title and author reduced to bare letters: the same in both forms of a work.
  work_key text not null,
  -- Title, author and narrator in lower case without accents.
  search_text text not null,
  duration_ms bigint,
  chapters integer,
  manifest text not null,
  cover_version text not null,
  cover_ratio double precision not null,
  cover_color text not null,
  created_at bigint not null,
  updated_at bigint not null,
  withdrawn_at bigint,
  -- Since when a title is shown; null for a draft, which nobody is shown.
  publish_from bigint default 0,
  publish_until bigint,
  -- 1 when only the partners of publication_partner have it.
  is_restricted integer not null default 0,
  -- The words written by hand, as JSON, which stand above the file's.
  edits text,
  -- What the file says of the same, as JSON; null until it was edited or imported anew, for then the title says it.
  file_words text,
  -- file, drawn or hand; null when it is not known whether the picture came from the file or was drawn.
  cover_source text,
  -- The cover of the file, as JSON, while the one that is shown is by hand.
  file_cover text,
  -- Why a new title waits for somebody to look at it before it is shown, as a JSON array; null when it does not wait.
  review text,
  -- Who last wrote the words of a title by hand, and when: told to whoever writes over them in another tab.
  words_changed_by text,
  words_changed_at bigint
);
create unique index publication_public_id on publication (public_id);
create unique index publication_source_key on publication (source_key);
create unique index publication_content_hash on publication (content_hash);
create index publication_work_key on publication (work_key);
-- When the next title appears or goes, and what partners have of their own: asked of the whole catalog at once.
create index publication_publish_from on publication (publish_from) where publish_from > 0;
create index publication_publish_until on publication (publish_until) where publish_until is not null;
create index publication_review on publication (id) where review is not null;

create table publication_partner (
  publication_id integer not null references publication (id),
  partner_id integer not null references partner (id),
  constraint publication_partner_key primary key (publication_id, partner_id)
) without rowid;
create index publication_partner_partner on publication_partner (partner_id);

-- What titles have in common: who wrote them, who reads them aloud, what they are about, and the series they belong to.
create table publication_facet (
  publication_id integer not null references publication (id),
  kind text not null,
  -- The name as it is searched: the same name written otherwise is the same facet.
  key text not null,
  name text not null,
  -- Among those of its kind of the title.
  ordinal integer not null,
  -- Of the title in a series.
  number double precision,
  constraint publication_facet_key primary key (kind, key, publication_id)
) without rowid;
create index publication_facet_publication on publication_facet (publication_id);

-- Which parts of an e-book an operator said are which of its audiobook, for the files that both had then.
create table chapter_pairing (
  ebook_id integer not null references publication (id),
  audiobook_id integer not null references publication (id),
  ebook_revision integer not null,
  audiobook_revision integer not null,
  -- Pairs of their places in order, the e-book's first, as a JSON array.
  pairs text not null,
  confirmed_by text not null,
  confirmed_at bigint not null,
  constraint chapter_pairing_key primary key (ebook_id, audiobook_id)
) without rowid;

-- A member and a title: what they saved, where they are, how far they got.
create table library_entry (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  saved_at bigint,
  locator text,
  total_progression double precision not null,
  -- When the lease that last moved the place was opened: an older lease never moves it back.
  lease_opened_at bigint not null,
  updated_at bigint not null,
  active_ms bigint not null,
  content_ms bigint not null,
  -- The first counted activity (five seconds heard, or a chapter five seconds on screen).
  started_at bigint,
  finished_at bigint,
  -- How often the place was moved, and by which view of the title last: whoever moves it says which revision they saw.
  place_revision bigint not null default 0,
  -- The id that a page mints as it loads; the member session of a page that mints none.
  place_view text,
  -- Counts the movements of that view.
  place_step bigint not null default 0,
  -- What kind of device, as the page says.
  place_device text,
  -- How fast the member hears this title; null: as fast as they hear others.
  speed double precision,
  constraint library_entry_key primary key (partner_id, member_id, publication_id)
) without rowid;

-- The last places of a title that a member left, to go back to.
create table former_place (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  -- In the order in which they were left.
  number integer not null,
  -- A Locator, as JSON text.
  locator text not null,
  left_at bigint not null,
  device text,
  -- The view that brought it too late, another having moved the place: one row for each such view.
  late_view text,
  constraint former_place_key primary key (partner_id, member_id, publication_id, number)
) without rowid;

-- The titles that a member wants next, in their order.
create table queue_entry (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  position integer not null,
  added_at bigint not null,
  constraint queue_entry_key primary key (partner_id, member_id, publication_id)
) without rowid;

-- The lists that a member made of titles.
create table member_list (
  partner_id integer not null,
  member_id integer not null,
  -- A UUID minted by the page.
  id text not null,
  name text not null,
  created_at bigint not null,
  constraint member_list_key primary key (partner_id, member_id, id)
) without rowid;

create table member_list_title (
  partner_id integer not null,
  member_id integer not null,
  list_id text not null,
  publication_id integer not null references publication (id),
  added_at bigint not null,
  constraint member_list_title_key primary key (partner_id, member_id, list_id, publication_id)
) without rowid;

-- What members mark in titles: bookmarks, highlights, notes and clips.
create table annotation (
  partner_id integer not null,
  member_id integer not null,
  -- A UUID minted by the page.
  id text not null,
  publication_id integer not null references publication (id),
  motivation text not null,
  color text,
  note text,
  -- A Locator, as JSON text.
  locator text not null,
  -- E-books: letters of the chapter. Audiobooks: milliseconds of the recording.
  range_start bigint not null,
  range_end bigint not null,
  -- The revision of the title in which the range was counted, or looked for in vain.
  publication_revision integer not null,
  is_lost integer not null,
  -- Note and quote in lower case without accents.
  search_text text not null,
  created_at bigint not null,
  updated_at bigint not null,
  revision integer not null,
  -- Of a deleted one the ids and instants stay for a while, and nothing else.
  deleted_at bigint,
  -- When the row was last written, later than all others of the member's: what an ETag of a list is made of.
  changed_at bigint not null,
  constraint annotation_key primary key (partner_id, member_id, id)
);
create index annotation_title on annotation (partner_id, member_id, publication_id, deleted_at, changed_at);
create index annotation_newest on annotation (partner_id, member_id, created_at, id);
create index annotation_changed on annotation (partner_id, member_id, changed_at);
create index annotation_deleted on annotation (deleted_at);

-- How a member likes to read and listen, on every device.
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
  id text not null,
  publication_id integer not null references publication (id),
  opened_at bigint not null,
  sequence integer not null,
  claimed_ms bigint not null,
  claimed_content_ms bigint not null,
  -- Time up to this instant has been credited or given up: nothing before it is credited again.
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
  -- The latest moment of the minute that was credited: none before it is credited again.
  credited_until bigint not null,
  constraint activity_minute_key primary key (partner_id, member_id, minute, publication_id)
) without rowid;

create table chapter_read (
  partner_id integer not null,
  member_id integer not null,
  publication_id integer not null references publication (id),
  month text not null,
  chapter integer not null,
  read_at bigint not null,
  constraint chapter_read_key primary key (partner_id, member_id, publication_id, month, chapter)
) without rowid;

create table usage_month (
  partner_id integer not null,
  environment text not null,
  month text not null,
  -- Of an erased person the pseudonym, and no member.
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
-- A member has few months. Without the instant, which every heartbeat moves on, none of them changes the index.
create index usage_month_of_member on usage_month (partner_id, member_id);

-- What each title adds to the figures of a month's report: the rows of a month sum to its totals. Spread over shards, so that
-- the members of one popular title do not wait for one row.
create table usage_title (
  partner_id integer not null,
  environment text not null,
  month text not null,
  publication_id integer not null,
  shard integer not null,
  active_users bigint not null,
  titles_started bigint not null,
  listening_seconds bigint not null,
  reading_chapters bigint not null,
  -- As the title was called when the month began to count it: a closed month's file never changes.
  title text not null,
  author text not null,
  constraint usage_title_key primary key (partner_id, environment, month, publication_id, shard)
) without rowid;

-- Members whose month is more than one would think a person's: written once, when it crosses the line.
create table usage_anomaly (
  partner_id integer not null,
  environment text not null,
  month text not null,
  member_id integer not null,
  kind text not null,
  at bigint not null,
  -- What it had come to: seconds heard, or titles started.
  value bigint not null,
  constraint usage_anomaly_key primary key (partner_id, environment, month, member_id, kind)
) without rowid;
create index usage_anomaly_month on usage_anomaly (month);

-- How often erasures rewrote the lines of a month's report: copies of an earlier text are removed.
create table usage_revision (
  partner_id integer not null,
  environment text not null,
  month text not null,
  revision integer not null,
  constraint usage_revision_key primary key (partner_id, environment, month)
) without rowid;

-- Stored folders that will be removed: of files being stored, unless their title takes them over; of what was superseded.
create table folder_removal (
  folder text not null,
  remove_after bigint not null,
  -- Who is storing files in the folder, or removing them; null while a superseded folder waits for its time.
  holder text,
  constraint folder_removal_key primary key (folder)
);
create index folder_removal_remove_after on folder_removal (remove_after);

-- Content that a process is importing now: the others pass over it. Good until the instant, which its holder moves on.
create table import_claim (
  content_hash text not null,
  holder text not null,
  held_until bigint not null,
  constraint import_claim_key primary key (content_hash)
);

create table import_job (
  id text not null,
  name text,
  created_by text references admin (id),
  created_at bigint not null,
  -- When its last file arrived.
  received_at bigint not null,
  file_count integer not null,
  file_bytes bigint not null,
  started_at bigint,
  -- 1: what is new appears at once; 0: it is a draft.
  publishes integer,
  -- When it was found out what its files are.
  planned_at bigint,
  passed_over integer not null default 0,
  finished_at bigint,
  constraint import_job_key primary key (id)
);

-- What was received and is still needed.
create table import_file (
  job_id text not null references import_job (id),
  path text not null,
  directory text not null,
  size_bytes bigint not null,
  -- Where it is stored.
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
  -- How often it was begun, and neither finished nor given back.
  attempts integer not null default 0,
  holder text,
  held_until bigint,
  reason text,
  -- Sentences, as a JSON array.
  removed text,
  publication_id integer references publication (id),
  finished_at bigint,
  -- Until when the file of what failed is kept.
  kept_until bigint,
  constraint import_item_key primary key (job_id, id)
);
create unique index import_item_position on import_item (job_id, position);
create index import_item_state on import_item (state);
create index import_item_publication on import_item (publication_id);
create index import_item_kept on import_item (kept_until);
