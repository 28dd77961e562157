-- Why a new title waits for somebody to look at it before it is shown, as a JSON array; null when it does not wait.
alter table publication add column review text;
create index publication_review on publication (id) where review is not null;
