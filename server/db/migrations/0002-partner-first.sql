-- Whatever grows with the members starts with its partner, so that it can be split by partner (docs/operacao/crescer.md).
-- Rows that only a signed-in member makes need no foreign key: members are never deleted, and each key costs a look-up.

create table launch_new (
  id text not null,
  secret_hash text not null,
  partner_id text not null,
  environment text not null,
  member_id text not null,
  revocation_count integer not null,
  created_at bigint not null,
  expires_at bigint not null,
  consumed_at bigint,
  -- Hash of the key minted by the page that consumed it.
  key_hash text,
  member_session_id text,
  constraint launch_key primary key (id)
);
insert into launch_new
  select id, secret_hash, partner_id, environment, member_id, revocation_count, created_at, expires_at, consumed_at,
    key_hash, member_session_id
  from launch;
drop table launch;
alter table launch_new rename to launch;

create table member_session_new (
  id text not null,
  partner_id text not null,
  environment text not null,
  member_id text not null,
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
);
insert into member_session_new
  select id, partner_id, environment, member_id, revocation_count, created_at, expires_at, ended_at, access_hash,
    access_expires_at, refresh_hash, previous_refresh_hash, rotated_at
  from member_session;
drop table member_session;
alter table member_session_new rename to member_session;

create table library_entry_new (
  partner_id text not null,
  member_id text not null,
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
  constraint library_entry_key primary key (partner_id, member_id, publication_id)
);
insert into library_entry_new
  select member.partner_id, entry.member_id, entry.publication_id, entry.saved_at, entry.locator,
    entry.total_progression, entry.lease_opened_at, entry.updated_at, entry.active_ms, entry.content_ms,
    entry.started_at, entry.finished_at
  from library_entry entry join member on member.id = entry.member_id;
drop table library_entry;
alter table library_entry_new rename to library_entry;

create table lease_new (
  partner_id text not null,
  member_id text not null,
  -- Minted by the page.
  id text not null,
  publication_id text not null references publication (id),
  opened_at bigint not null,
  sequence integer not null,
  claimed_ms bigint not null,
  claimed_content_ms bigint not null,
  -- Time up to this instant has been credited or given up: nothing before it is credited again.
  settled_until bigint not null,
  chapter integer,
  chapter_ms bigint not null,
  constraint lease_key primary key (partner_id, member_id, id)
);
insert into lease_new
  select member.partner_id, lease.member_id, lease.id, lease.publication_id, lease.opened_at, lease.sequence,
    lease.claimed_ms, lease.claimed_content_ms, lease.settled_until, lease.chapter, lease.chapter_ms
  from lease join member on member.id = lease.member_id;
drop table lease;
alter table lease_new rename to lease;
create index lease_opened_at on lease (opened_at);

create table activity_minute_new (
  partner_id text not null,
  environment text not null,
  member_id text not null,
  -- Minutes since the epoch.
  minute bigint not null,
  publication_id text not null references publication (id),
  listening_ms integer not null,
  content_ms integer not null,
  reading_ms integer not null,
  -- The latest moment of the minute that was credited: none before it is credited again.
  credited_until bigint not null,
  constraint activity_minute_key primary key (partner_id, member_id, minute, publication_id)
);
insert into activity_minute_new
  select partner_id, environment, member_id, minute, publication_id, listening_ms, content_ms, reading_ms,
    credited_until
  from activity_minute;
drop table activity_minute;
alter table activity_minute_new rename to activity_minute;

create table chapter_read_new (
  partner_id text not null,
  member_id text not null,
  publication_id text not null references publication (id),
  month text not null,
  chapter integer not null,
  read_at bigint not null,
  constraint chapter_read_key primary key (partner_id, member_id, publication_id, month, chapter)
);
insert into chapter_read_new
  select member.partner_id, chapter_read.member_id, chapter_read.publication_id, chapter_read.month,
    chapter_read.chapter, chapter_read.read_at
  from chapter_read join member on member.id = chapter_read.member_id;
drop table chapter_read;
alter table chapter_read_new rename to chapter_read;

create table usage_month_new (
  partner_id text not null,
  environment text not null,
  month text not null,
  external_user_id text not null,
  member_id text not null,
  listening_ms bigint not null,
  content_ms bigint not null,
  reading_ms bigint not null,
  titles_started integer not null,
  chapters_read integer not null,
  last_activity_at bigint not null,
  constraint usage_month_key primary key (partner_id, environment, month, external_user_id)
);
insert into usage_month_new
  select partner_id, environment, month, external_user_id, member_id, listening_ms, content_ms, reading_ms,
    titles_started, chapters_read, last_activity_at
  from usage_month;
drop table usage_month;
alter table usage_month_new rename to usage_month;
create index usage_month_member on usage_month (partner_id, member_id, last_activity_at);

create table member_new (
  partner_id text not null references partner (id),
  id text not null,
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
  constraint member_key primary key (partner_id, id)
);
insert into member_new
  select partner_id, id, environment, external_user_id, email, email_key, name, created_at, revoked_at,
    revocation_count
  from member;
drop table member;
alter table member_new rename to member;
create unique index member_external_user_id on member (partner_id, environment, external_user_id);
create unique index member_email_key on member (partner_id, environment, email_key);
create index member_revoked_at on member (revoked_at);

-- Stored folders that will be removed: of files being stored, unless their title takes them over; of what was superseded.
create table folder_removal (
  folder text not null,
  remove_after bigint not null,
  constraint folder_removal_key primary key (folder)
);
create index folder_removal_remove_after on folder_removal (remove_after);
