-- Each member session changed a page of it that no other changed. Only those that are renewed, ten minutes later, are found
-- by their member now; the others by their links.
create index member_session_renewed on member_session (partner_id, member_id) where rotated_at > created_at;
drop index member_session_member;
