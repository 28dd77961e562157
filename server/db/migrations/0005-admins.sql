-- Who uses the panel. An operator runs the service and has no partner.
create table admin (
  id text not null,
  partner_id text references partner (id),
  email text not null,
  -- The e-mail in lower case, which signs in; null once the admin was removed.
  email_key text,
  name text not null,
  role text not null,
  -- Argon2id, with its parameters (PHC string format).
  password_hash text not null,
  totp_secret text,
  -- Begun, and not yet confirmed by a code.
  totp_pending_secret text,
  -- The last time step whose code was used: neither it nor an earlier one is good again.
  totp_used_step bigint not null,
  created_at bigint not null,
  last_signed_in_at bigint,
  removed_at bigint,
  constraint admin_key primary key (id)
);
create unique index admin_email_key on admin (email_key);
create index admin_partner on admin (partner_id);

create table admin_session (
  id text not null,
  admin_id text not null references admin (id),
  secret_hash text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  -- When the password was last given.
  confirmed_at bigint not null,
  address text not null,
  user_agent text not null,
  constraint admin_session_key primary key (id)
);
create index admin_session_admin on admin_session (admin_id);

create table admin_invitation (
  id text not null,
  partner_id text references partner (id),
  email text not null,
  email_key text not null,
  role text not null,
  secret_hash text not null,
  created_at bigint not null,
  expires_at bigint not null,
  constraint admin_invitation_key primary key (id)
);
create unique index admin_invitation_email on admin_invitation (partner_id, email_key);

-- One link an admin: the latest.
create table password_reset (
  admin_id text not null references admin (id),
  id text not null,
  secret_hash text not null,
  expires_at bigint not null,
  constraint password_reset_key primary key (admin_id)
);

create table recovery_code (
  admin_id text not null references admin (id),
  code_hash text not null,
  constraint recovery_code_key primary key (admin_id, code_hash)
);

-- How often a password or a code was guessed wrong, for an account or from an address.
create table sign_in_attempt (
  subject text not null,
  failures integer not null,
  last_at bigint not null,
  blocked_until bigint not null,
  constraint sign_in_attempt_key primary key (subject)
);

-- Who did what. Rows are added and never changed.
create table audit (
  id text not null,
  partner_id text,
  at bigint not null,
  -- The e-mail as it was; null for the command line.
  actor text,
  act text not null,
  subject text,
  address text,
  constraint audit_key primary key (id)
);
create index audit_partner on audit (partner_id, id);

alter table credential add column created_by text references admin (id);

create table credential_day (
  client_id text not null,
  -- YYYY-MM-DD, in the service's time zone.
  day text not null,
  calls bigint not null,
  constraint credential_day_key primary key (client_id, day)
);
