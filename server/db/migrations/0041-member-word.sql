-- The words of members' names as they are searched: lower case, without accents. Written a little after a member is created,
-- off the way of whoever asks for a link; until then `member_word_progress` says from which id on names are read one by one.
create table member_word (
  partner_id text not null,
  member_id text not null,
  word text not null,
  environment text not null,
  constraint member_word_key primary key (partner_id, member_id, word)
);
create index member_word_search on member_word (partner_id, environment, word, member_id);

create table member_word_progress (
  partner_id text not null,
  -- The names of members up to this id have their words.
  indexed_until text not null,
  constraint member_word_progress_key primary key (partner_id)
);
