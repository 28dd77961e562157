-- Covering index for lists of titles and their search: the rows hold manifests of several kilobytes, which SQLite would read
-- past. PostgreSQL stores manifests out of line (TOAST).
create index publication_card on publication (
  public_id, id, type, title, author, language, duration_ms, chapters, is_fixed_layout, cover_version,
  cover_ratio, cover_color, search_text, withdrawn_at, publish_from, publish_until, is_restricted, work_key
);
-- The primary key of the table on PostgreSQL, used by scans of a partner's members and by copies of the database.
create unique index member_key on member (partner_id, id);
