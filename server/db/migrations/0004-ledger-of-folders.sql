-- Who is storing files in the folder, or removing them; null while a superseded folder waits for its time.
alter table folder_removal add column holder text;

-- Earlier revisions, removed until now by listing what is stored. Where nothing is left of one, there is nothing to remove.
insert into folder_removal (folder, remove_after)
  with recursive superseded as (
    select id, revision - 1 as revision, updated_at from publication where revision > 1
    union all
    select id, revision - 1, updated_at from superseded where revision > 1
  )
  select 'publications/' || id || '/' || revision, updated_at + 7200000 from superseded;

-- Content that a process is importing now: the others pass over it. Good until the instant, which its holder moves on.
create table import_claim (
  content_hash text not null,
  holder text not null,
  held_until bigint not null,
  constraint import_claim_key primary key (content_hash)
);

-- Few sessions are ended before they expire: those are found without looking at all.
create index member_session_ended_at on member_session (ended_at) where ended_at is not null;
