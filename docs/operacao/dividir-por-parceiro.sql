-- Divide por parceiro as tabelas que crescem com os membros (veja crescer.md). Execute com o serviço parado e depois de uma cópia:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f docs/operacao/dividir-por-parceiro.sql
-- A numeração dos membros continua a partir do maior número já usado. São 16 partições por hash do parceiro. Para dar a um parceiro
-- muito grande tabelas só dele, troque `by hash` por `by list`.

do $$
declare
  name text;
  part integer;
begin
  foreach name in array array['member', 'member_word', 'access_event', 'library_entry', 'former_place', 'queue_entry',
    'member_list', 'member_list_title', 'annotation', 'member_preferences', 'lease', 'activity_minute', 'chapter_read',
    'usage_month'] loop
    execute format('alter table %I rename to %I', name, name || '_whole');
    execute format('create table %I (like %I including defaults including constraints including identity) partition by hash (partner_id)',
      name, name || '_whole');
    for part in 0..15 loop
      execute format('create table %I partition of %I for values with (modulus 16, remainder %s)',
        name || '_' || part, name, part);
    end loop;
    execute format('insert into %I select * from %I', name, name || '_whole');
    execute format('analyze %I', name);
    if name = 'member' then
      perform setval(pg_get_serial_sequence('member', 'id'), nextval(pg_get_serial_sequence('member_whole', 'id')), false);
    end if;
    execute format('drop table %I', name || '_whole');
  end loop;
end
$$;

alter table member add constraint member_key primary key (partner_id, id);
alter table member add foreign key (partner_id) references partner (id);
create unique index member_public_id on member (partner_id, public_id);
create unique index member_external_user_id on member (partner_id, environment, external_user_id);
create unique index member_email_key on member (partner_id, environment, email_key);
create index member_revoked_at on member (revoked_at);
create index member_blocked on member (partner_id, environment, external_user_id) where revoked_at is not null;
create index member_blocked_email on member (partner_id, environment, email_key) where revoked_at is not null;
create index member_unlinked on member (partner_id, environment, email_key) where external_user_id is null;
create index member_erased_at on member (erased_at) where erased_at is not null;

alter table member_word add constraint member_word_key primary key (partner_id, member_id, word);
create index member_word_search on member_word (partner_id, environment, word, member_id);

alter table access_event add constraint access_event_key primary key (partner_id, member_id, id);
create index access_event_call on access_event (partner_id, id);

alter table library_entry add constraint library_entry_key primary key (partner_id, member_id, publication_id);
alter table library_entry add foreign key (publication_id) references publication (id);

alter table former_place add constraint former_place_key primary key (partner_id, member_id, publication_id, number);
alter table former_place add foreign key (publication_id) references publication (id);

alter table queue_entry add constraint queue_entry_key primary key (partner_id, member_id, publication_id);
alter table queue_entry add foreign key (publication_id) references publication (id);

alter table member_list add constraint member_list_key primary key (partner_id, member_id, id);

alter table member_list_title add constraint member_list_title_key primary key (partner_id, member_id, list_id, publication_id);
alter table member_list_title add foreign key (publication_id) references publication (id);

alter table annotation add constraint annotation_key primary key (partner_id, member_id, id);
alter table annotation add foreign key (publication_id) references publication (id);
create index annotation_title on annotation (partner_id, member_id, publication_id, deleted_at, changed_at);
create index annotation_newest on annotation (partner_id, member_id, created_at, id);
create index annotation_changed on annotation (partner_id, member_id, changed_at);
create index annotation_deleted on annotation (deleted_at);

alter table member_preferences add constraint member_preferences_key primary key (partner_id, member_id);

alter table lease add constraint lease_key primary key (partner_id, member_id, id);
alter table lease add foreign key (publication_id) references publication (id);
create index lease_opened_at on lease (opened_at);

alter table activity_minute add constraint activity_minute_key primary key (partner_id, member_id, minute, publication_id);
alter table activity_minute add foreign key (publication_id) references publication (id);

alter table chapter_read add constraint chapter_read_key primary key (partner_id, member_id, publication_id, month, chapter);
alter table chapter_read add foreign key (publication_id) references publication (id);

alter table usage_month add constraint usage_month_key primary key (partner_id, environment, month, external_user_id);
create index usage_month_of_member on usage_month (partner_id, member_id);
