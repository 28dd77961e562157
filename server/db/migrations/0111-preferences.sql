-- How a member likes to read and listen, on every device.
create table member_preferences (
  partner_id text not null,
  member_id text not null,
  -- A Preferences document, as JSON text.
  document text not null,
  revision integer not null,
  updated_at bigint not null,
  constraint member_preferences_key primary key (partner_id, member_id)
);

-- How fast the member hears this title; null: as fast as they hear others.
alter table library_entry add column speed double precision;
