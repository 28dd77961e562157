-- When the next title appears or goes, and what partners have of their own: asked of the whole catalog at once.
create index publication_publish_from on publication (publish_from) where publish_from > 0;
create index publication_publish_until on publication (publish_until) where publish_until is not null;
create index publication_partner_partner on publication_partner (partner_id);
