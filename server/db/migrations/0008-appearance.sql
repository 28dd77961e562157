-- What a partner's integration reached in an environment: each once, when it first did.
create table milestone (
  partner_id text not null references partner (id),
  environment text not null,
  step text not null,
  at bigint not null,
  constraint milestone_key primary key (partner_id, environment, step)
);

-- How a partner's members see the service, each null where the partner chose nothing.
alter table partner add column display_name text;
-- #rrggbb.
alter table partner add column accent_color text;
alter table partner add column logo_version text;
-- Against which page the logo needs a plate of its own.
alter table partner add column logo_tone text;
-- The origins whose pages may frame the service, as a JSON list. Null: any.
alter table partner add column frame_origins text;
