-- An account without identifier was written down by its e-mail, which may be taken away later: by our own id instead. An
-- identifier never changes, so what is not the member's is such an e-mail.
update audit set subject = member_id
  where member_id is not null
    and not exists (
      select 1 from member
      where member.partner_id = audit.partner_id and member.id = audit.member_id and member.external_user_id = audit.subject
    );
