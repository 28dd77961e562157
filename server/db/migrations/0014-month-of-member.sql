-- A member has few months. Without the instant, which every heartbeat moves on, none of them changes the index.
drop index usage_month_member;
create index usage_month_member on usage_month (partner_id, member_id);
