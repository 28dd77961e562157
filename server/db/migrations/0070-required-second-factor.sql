-- Since when nobody of the partner's team uses the panel without a second factor; null while each decides.
alter table partner add column second_factor_required_at bigint;
