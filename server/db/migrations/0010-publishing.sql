-- Since when a title is shown; null for a draft, which nobody is shown.
alter table publication add column publish_from bigint default 0;
alter table publication add column publish_until bigint;
-- 1 when only the partners of publication_partner have it.
alter table publication add column is_restricted integer not null default 0;
-- The words written by hand, as JSON, which stand above the file's.
alter table publication add column edits text;
-- What the file says of the same, as JSON; null until it was edited or imported anew, for then the title says it.
alter table publication add column file_words text;
-- file, drawn or hand; null when it is not known whether the picture came from the file or was drawn.
alter table publication add column cover_source text;
-- The cover of the file, as JSON, while the one that is shown is by hand.
alter table publication add column file_cover text;

create table publication_partner (
  publication_id text not null references publication (id),
  partner_id text not null references partner (id),
  constraint publication_partner_key primary key (publication_id, partner_id)
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
  publication_id text references publication (id),
  finished_at bigint,
  -- Until when the file of what failed is kept.
  kept_until bigint,
  constraint import_item_key primary key (job_id, id)
);
create unique index import_item_position on import_item (job_id, position);
create index import_item_state on import_item (state);
create index import_item_publication on import_item (publication_id);
create index import_item_kept on import_item (kept_until);
