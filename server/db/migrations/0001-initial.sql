-- Instants are epoch milliseconds. Ids are a prefix and a UUIDv7, so rows arrive in key order.

create table setting (
  name text primary key,
  value text not null
);

create table partner (
  id text primary key,
  slug text not null,
  name text not null,
  created_at bigint not null
);
create unique index partner_slug on partner (slug);

create table credential (
  client_id text primary key,
  partner_id text not null references partner (id),
  environment text not null,
  name text not null,
  secret_hash text not null,
  rate_limit integer not null,
  created_at bigint not null,
  rotated_at bigint,
  revoked_at bigint,
  last_used_at bigint,
  last_used_route text
);
create index credential_partner on credential (partner_id);

create table member (
  id text primary key,
  partner_id text not null references partner (id),
  environment text not null,
  external_user_id text,
  email text,
  -- The e-mail in lower case: one e-mail, one member, however it is typed.
  email_key text,
  name text,
  created_at bigint not null,
  revoked_at bigint,
  -- Grows at each revocation: a launch or a member session of an earlier count is dead, in one write.
  revocation_count integer not null
);
create unique index member_external_user_id on member (partner_id, environment, external_user_id);
create unique index member_email_key on member (partner_id, environment, email_key);
create index member_revoked_at on member (revoked_at);

create table launch (
  id text primary key,
  secret_hash text not null,
  partner_id text not null,
  environment text not null,
  member_id text not null references member (id),
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint,
  -- Hash of the key minted by the page that consumed it.
  key_hash text,
  member_session_id text
);

create table member_session (
  id text primary key,
  partner_id text not null,
  environment text not null,
  member_id text not null references member (id),
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  access_hash text not null,
  access_expires_at bigint not null,
  refresh_hash text not null,
  previous_refresh_hash text,
  rotated_at bigint not null
);

create table publication (
  id text primary key,
  type text not null,
  -- What makes two files the same publication: the package's own identifier, or type, title and author.
  source_key text not null,
  content_hash text not null,
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
  removed_at bigint
);
create unique index publication_source_key on publication (source_key);
create unique index publication_content_hash on publication (content_hash);
create index publication_work_key on publication (work_key);

create table library_entry (
  member_id text not null references member (id),
  publication_id text not null references publication (id),
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
  primary key (member_id, publication_id)
);

create table lease (
  id text primary key,
  member_id text not null references member (id),
  publication_id text not null references publication (id),
  opened_at bigint not null,
  sequence integer not null,
  claimed_ms bigint not null,
  claimed_content_ms bigint not null,
  -- Time up to this instant has been credited or given up: nothing before it is credited again.
  settled_until bigint not null,
  chapter integer,
  chapter_ms bigint not null
);

create table activity_minute (
  partner_id text not null,
  environment text not null,
  member_id text not null references member (id),
  -- Minutes since the epoch.
  minute bigint not null,
  publication_id text not null references publication (id),
  listening_ms integer not null,
  content_ms integer not null,
  reading_ms integer not null,
  -- The latest moment of the minute that was credited: none before it is credited again.
  credited_until bigint not null,
  primary key (member_id, minute, publication_id)
);

create table chapter_read (
  member_id text not null references member (id),
  publication_id text not null references publication (id),
  month text not null,
  chapter integer not null,
  read_at bigint not null,
  primary key (member_id, publication_id, month, chapter)
);

create table usage_month (
  partner_id text not null,
  environment text not null,
  month text not null,
  external_user_id text not null,
  member_id text not null references member (id),
  listening_ms bigint not null,
  content_ms bigint not null,
  reading_ms bigint not null,
  titles_started integer not null,
  chapters_read integer not null,
  last_activity_at bigint not null,
  primary key (partner_id, environment, month, external_user_id)
);
create index usage_month_member on usage_month (member_id, last_activity_at);
