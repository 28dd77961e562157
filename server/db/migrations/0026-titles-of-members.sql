-- Where a partner's members write about their data.
alter table partner add column privacy_contact text;
-- The least of the roles that see which titles a named member has; null: as when nobody chose.
alter table partner add column titles_seen_by text;

-- Who looked at whose titles on which day: what is in the audit once need not be there again. Swept two days later.
create table titles_look (
  partner_id text not null,
  member_id text not null,
  admin_id text not null,
  -- YYYY-MM-DD, in the service's time zone.
  day text not null,
  constraint titles_look_key primary key (partner_id, member_id, admin_id, day)
);
create index titles_look_day on titles_look (day);
