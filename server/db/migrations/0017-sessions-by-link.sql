-- Each member session changed a page of it that no other changed; the few who look for those of a member find them by their links.
drop index member_session_member;
