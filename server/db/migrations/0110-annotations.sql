-- What members mark in titles: bookmarks, highlights, notes and clips.
create table annotation (
  partner_id text not null,
  member_id text not null,
  -- A UUID minted by the page.
  id text not null,
  publication_id text not null references publication (id),
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
