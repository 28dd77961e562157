-- A member has few months. Without the instant, which every heartbeat moves on, none of them changes the index. The earlier
-- one goes last: until then it is read.
create index usage_month_of_member on usage_month (partner_id, member_id);
drop index usage_month_member;
