-- Which view of a title moved the place last, and how often it was moved: whoever moves it says which revision they saw.
alter table library_entry add column place_revision bigint not null default 0;
-- The id that a page mints as it loads; the member session of a page that mints none.
alter table library_entry add column place_view text;
-- Counts the movements of that view.
alter table library_entry add column place_step bigint not null default 0;
-- What kind of device, as the page says.
alter table library_entry add column place_device text;

-- The last places of a title that a member left, to go back to.
create table former_place (
  partner_id text not null,
  member_id text not null,
  publication_id text not null references publication (id),
  -- In the order in which they were left.
  number integer not null,
  -- A Locator, as JSON text.
  locator text not null,
  left_at bigint not null,
  device text,
  -- The view that brought it too late, another having moved the place: one row for each such view.
  late_view text,
  constraint former_place_key primary key (partner_id, member_id, publication_id, number)
);
