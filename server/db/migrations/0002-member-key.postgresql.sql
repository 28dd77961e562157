-- Partitions by partner need it in every key.
alter table member drop constraint member_pkey, add constraint member_key primary key (partner_id, id);
