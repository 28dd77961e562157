-- Who last wrote the words of a title by hand, and when: told to whoever writes over them in another tab.
alter table publication add column words_changed_by text;
alter table publication add column words_changed_at bigint;
-- The same of how a partner's members see the service.
alter table partner add column appearance_changed_by text;
alter table partner add column appearance_changed_at bigint;
