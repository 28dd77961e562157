-- A partitioned table needs the partition key in every unique constraint.
alter table member drop constraint member_pkey, add constraint member_key primary key (partner_id, id);
