-- Covering index for lists of titles and their search: the rows hold manifests of several kilobytes, which SQLite would read
-- past. PostgreSQL stores manifests out of line (TOAST).
create index publication_card on publication (
  public_id, id, type, title, author, language, duration_ms, chapters, is_fixed_layout, cover_version,
  cover_ratio, cover_color, search_text, withdrawn_at, publish_from, publish_until, is_restricted, work_key
);
-- The primary key of the table on PostgreSQL, used by scans of a partner's members and by copies of the database.
create unique index member_key on member (partner_id, id);

-- Statistics of the indexes that would lose to a primary key: without any, SQLite takes a partner for ten rows, and reads all
-- of them. The numbers are rows, then rows for each further column of the index. PostgreSQL collects its own.
analyze sqlite_schema;
insert into sqlite_stat1 (tbl, idx, stat) values
  ('usage_month', 'usage_month', '10000000 1000000 500000 50000 1'),
  ('usage_month', 'usage_month_of_member', '10000000 1000000 10'),
  ('access_event', 'access_event', '1000000 100000 10 1'),
  ('access_event', 'access_event_call', '1000000 100000 1');
analyze sqlite_schema;
