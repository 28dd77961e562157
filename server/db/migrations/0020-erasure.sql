-- When the person was erased. From then on the row holds ids alone; it goes once nothing written for it can still arrive.
alter table member add column erased_at bigint;
create index member_erased_at on member (erased_at) where erased_at is not null;

-- The member an act was done to, for erasure and export: what `subject` called them may have changed since.
alter table audit add column member_id text;
create index audit_member on audit (partner_id, member_id) where member_id is not null;

-- How often erasures rewrote the lines of a month's report: copies of an earlier text are removed.
create table usage_revision (
  partner_id text not null,
  environment text not null,
  month text not null,
  revision integer not null,
  constraint usage_revision_key primary key (partner_id, environment, month)
);
