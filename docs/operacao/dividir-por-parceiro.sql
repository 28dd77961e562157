-- Divide por parceiro as tabelas que crescem com os membros (veja crescer.md). Execute com o serviço parado e depois de uma cópia:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f docs/operacao/dividir-por-parceiro.sql
-- As chaves e os índices continuam os mesmos, e a numeração dos membros segue a partir do maior número já usado. São 16 partições por
-- hash do parceiro. Para dar a um parceiro muito grande tabelas só dele, troque `by hash` por `by list`.

do $$
declare
  name text;
  definitions text[];
  definition text;
begin
  foreach name in array array['member', 'member_word', 'access_event', 'library_entry', 'former_place', 'queue_entry',
    'member_list', 'member_list_title', 'annotation', 'member_preferences', 'lease', 'activity_minute', 'chapter_read',
    'usage_month'] loop
    definitions := array(
      select format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = name::regclass and contype in ('p', 'u', 'f')
      union all
      select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = name::regclass and indexrelid not in (select conindid from pg_constraint where conrelid = name::regclass)
    );
    execute format('alter table %I rename to %I', name, name || '_whole');
    execute format('create table %I (like %I including defaults including constraints including identity) partition by hash (partner_id)',
      name, name || '_whole');
    for part in 0..15 loop
      execute format('create table %I partition of %I for values with (modulus 16, remainder %s)',
        name || '_' || part, name, part);
    end loop;
    execute format('insert into %I select * from %I', name, name || '_whole');
    if name = 'member' then
      perform setval(pg_get_serial_sequence('member', 'id'), nextval(pg_get_serial_sequence('member_whole', 'id')), false);
    end if;
    execute format('drop table %I', name || '_whole');
    foreach definition in array definitions loop
      execute definition;
    end loop;
    execute format('analyze %I', name);
  end loop;
end
$$;
