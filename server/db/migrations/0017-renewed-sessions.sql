-- Each member session changed a page of it that no other changed. Only those that are renewed are found by their member now,
-- and pay for it each time they are, every ten minutes; the others are found by their links.
create index if not exists member_session_renewed on member_session (partner_id, member_id) where rotated_at > created_at;
drop index member_session_member;
